import type { ReactNode } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { useText } from '../lib/i18n.tsx';
import { IconButton } from './button.tsx';
import { strings } from './strings.ts';

export interface DrawerProps {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
  side?: 'left' | 'right';
}

/** A panel that slides over the page from one side and keeps its head while its content scrolls. */
export function Drawer({ title, isOpen, onClose, children, side = 'right' }: DrawerProps) {
  const t = useText(strings);
  return (
    <ModalOverlay
      className={`v-scrim v-scrim--${side}`}
      isOpen={isOpen}
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className="v-drawer">
        <Dialog className="v-drawer__inner">
          <div className="v-drawer__head">
            <Heading slot="title" className="v-drawer__title">
              {title}
            </Heading>
            <IconButton icon="close" label={t.close} onPress={onClose} />
          </div>
          <div className="v-drawer__body">{children}</div>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
