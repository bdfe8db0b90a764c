import { useState } from 'react';
import { EMPTY_FORM, type SkillForm } from './model/skill-form.ts';

export interface FormDraft {
  readonly form: SkillForm;
  /** It comes from an earlier visit and was not saved then. */
  readonly isRestored: boolean;
  readonly change: (form: SkillForm) => void;
  /** Back to what is stored. */
  readonly reset: () => void;
  /** After it was saved. */
  readonly forget: () => void;
}

/** A form that survives a reload and a closed tab until it is saved (WEB-06). */
export function useFormDraft(name: string, stored: SkillForm): FormDraft {
  const key = `vouch.form.${name}`;
  const [kept] = useState(() => read(key));
  const [form, setForm] = useState<SkillForm>(kept ?? stored);
  const [isRestored, setRestored] = useState(kept !== null);
  return {
    form,
    isRestored,
    change: (next) => {
      setForm(next);
      write(key, next);
    },
    reset: () => {
      setForm(stored);
      setRestored(false);
      write(key, null);
    },
    forget: () => {
      write(key, null);
    },
  };
}

function read(key: string): SkillForm | null {
  try {
    const text = localStorage.getItem(key);
    const value: unknown = text === null ? null : JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const isForm = Object.entries(EMPTY_FORM).every(
      ([field, empty]) => typeof (value as Record<string, unknown>)[field] === typeof empty,
    );
    return isForm ? (value as SkillForm) : null;
  } catch {
    return null;
  }
}

function write(key: string, form: SkillForm | null): void {
  try {
    if (form === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(form));
  } catch {
    // A full or forbidden storage must not stop anybody from writing.
  }
}
