import { useId, type ReactNode } from 'react';
import { useText } from '../lib/i18n.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Form } from './form.tsx';
import { ErrorLine } from './states.tsx';
import { strings } from './strings.ts';

export interface FormDialogProps {
  title: string;
  description?: ReactNode;
  /** Something is added, not changed. Default false. */
  isNew?: boolean;
  isPending: boolean;
  /** What the server refused that is about no field; `null` = nothing. */
  error: unknown;
  onClose: () => void;
  onSubmit: () => void;
  /** Width in rem; default 40. */
  width?: number;
  children: ReactNode;
}

/** A window with a form: what is wrong with a field is said there, everything else above the buttons. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, isNew = false, isPending, error, onClose, onSubmit } = props;
  const t = useText(strings);
  const id = useId();
  return (
    <Dialog
      isOpen
      onClose={onClose}
      width={props.width ?? 40}
      title={title}
      {...(description === undefined ? {} : { description })}
      actions={
        <>
          <Button onPress={onClose}>{t.cancel}</Button>
          <Button variant="primary" type="submit" form={id} isPending={isPending}>
            {isPending ? t.saving : isNew ? t.add : t.save}
          </Button>
        </>
      }
    >
      <Form id={id} onSubmit={onSubmit}>
        {props.children}
        {error !== null && <ErrorLine error={error} />}
      </Form>
    </Dialog>
  );
}
