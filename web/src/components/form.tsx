import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useText } from '../lib/i18n.tsx';
import { Button, ButtonLink } from './button.tsx';
import { strings } from './strings.ts';

export interface FormProps {
  children: ReactNode;
  /** What is typed was sent off. Which fields are wrong is for the fields to say. */
  onSubmit: () => void;
  id?: string;
  /** Names the form for assistive technology. */
  label?: string;
  className?: string;
}

/** Fields that are sent off together. After each attempt the first one that is marked as wrong takes the focus. */
export function Form({ children, onSubmit, id, label, className = 'v-form' }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts === 0) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const field =
      wrong?.matches('[role="radiogroup"]') === true ? wrong.querySelector('input') : wrong;
    field?.focus();
  }, [attempts]);
  return (
    <form
      ref={form}
      className={className}
      // What is wrong is said in our words, at the field; the browser must not keep the form back before.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setAttempts((before) => before + 1);
        onSubmit();
      }}
      {...(id === undefined ? {} : { id })}
      {...(label === undefined ? {} : { 'aria-label': label })}
    >
      {children}
    </form>
  );
}

export interface FormActsProps {
  isPending: boolean;
  isDisabled?: boolean;
  /** The word of the button that sends; default "Save". */
  submit?: string;
  /** Where one goes without saving. */
  back: string;
}

/** The end of a form on a screen of its own. */
export function FormActs({ isPending, isDisabled = false, submit, back }: FormActsProps) {
  const t = useText(strings);
  return (
    <div className="v-acts">
      <Button type="submit" variant="primary" isPending={isPending} isDisabled={isDisabled}>
        {isPending ? t.saving : (submit ?? t.save)}
      </Button>
      <ButtonLink to={back} variant="quiet">
        {t.cancel}
      </ButtonLink>
    </div>
  );
}
