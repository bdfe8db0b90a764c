import type { ReactNode } from 'react';
import { Button, Dialog, ErrorLine } from '../../components/index.ts';
import { useText } from '../../lib/i18n.tsx';
import { modelWords } from './words.ts';

interface FormDialogProps {
  readonly title: string;
  readonly isNew: boolean;
  readonly isPending: boolean;
  readonly error: unknown;
  readonly onClose: () => void;
  /** What is typed was sent off; checks of single fields are the form's. */
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** A window with a form: what is wrong with a field is said there, everything else above the buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, isNew, isPending, error, onClose, onSubmit, children } = props;
  const t = useText(modelWords);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={40}
      title={title}
      actions={
        <>
          <Button onPress={onClose}>{t.cancel}</Button>
          <Button variant="primary" type="submit" form="models-form" isPending={isPending}>
            {isPending ? t.saving : isNew ? t.add : t.save}
          </Button>
        </>
      }
    >
      <form
        className="v-form"
        id="models-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
          const form = event.currentTarget;
          // The first field that is wrong, once it is marked.
          requestAnimationFrame(() => {
            form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
          });
        }}
      >
        {children}
        {error !== null && error !== undefined && <ErrorLine error={error} />}
      </form>
    </Dialog>
  );
}
