import { useState } from 'react';

export interface FieldBinding<Value> {
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  readonly error: string | undefined;
}

export interface FormHandle<F> {
  readonly form: F;
  readonly change: (changes: Partial<F>) => void;
  /** What a field shows and changes, and `wrong` once somebody tried to send the form while it is wrong. */
  readonly field: <K extends keyof F>(name: K, wrong?: string) => FieldBinding<F[K]>;
  /** Hands the form on when nothing of it is wrong; from now on wrong fields are marked. */
  readonly submit: () => void;
  /** As if it were opened anew: what was sent is done with. */
  readonly reset: () => void;
}

/** What is typed into a form. A field is complained about only after an attempt to send it, and no longer than it is wrong. */
export function useForm<F extends object>(options: {
  readonly initial: () => F;
  /** The fields that cannot be sent like this. */
  readonly wrongFields: (form: F) => readonly (keyof F)[];
  readonly onSubmit: (form: F) => void;
}): FormHandle<F> {
  const [form, setForm] = useState(options.initial);
  const [isTried, setTried] = useState(false);
  const wrongFields = options.wrongFields(form);
  return {
    form,
    change: (changes) => {
      setForm((before) => ({ ...before, ...changes }));
    },
    field: (name, wrong) => ({
      value: form[name],
      onChange: (value) => {
        setForm((before) => {
          const after = { ...before };
          after[name] = value;
          return after;
        });
      },
      error: isTried && wrongFields.includes(name) ? wrong : undefined,
    }),
    submit: () => {
      setTried(true);
      if (wrongFields.length === 0) options.onSubmit(form);
    },
    reset: () => {
      setTried(false);
      setForm(options.initial);
    },
  };
}

/** A field that is yes or no, for a box that is ticked. */
export function asBox({ value, onChange }: FieldBinding<boolean>) {
  return { checked: value, onChange };
}
