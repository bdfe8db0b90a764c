import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';

export interface DialogProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  /** Below the title. */
  description?: ReactNode;
  /** Beside the title: a stamp. */
  mark?: ReactNode;
  /** The buttons, the one that acts last. */
  actions?: ReactNode;
  /** `alert` for a decision that must be taken: a click outside does not close it. */
  kind?: 'plain' | 'alert';
  /** Width in rem; default 42. */
  width?: number;
}

/** A window over the page. Escape closes it, and focus returns to where it came from. */
export function Dialog(props: DialogProps) {
  const { title, isOpen, onClose, children, description, mark, actions } = props;
  const { kind = 'plain', width = 42 } = props;
  return (
    <ModalOverlay
      className="v-scrim"
      isOpen={isOpen}
      isDismissable={kind === 'plain'}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="v-dialog" style={{ width: `min(${String(width)}rem, 100%)` }}>
        <AriaDialog role={kind === 'alert' ? 'alertdialog' : 'dialog'} className="v-dialog__inner">
          <div className="v-dialog__head">
            {mark}
            <div>
              <Heading slot="title" className="v-dialog__title">
                {title}
              </Heading>
              {description !== undefined && <p className="v-muted">{description}</p>}
            </div>
          </div>
          <div className="v-dialog__body">{children}</div>
          {actions !== undefined && <div className="v-dialog__foot">{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
