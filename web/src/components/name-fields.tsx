import type { FieldBinding } from '../lib/use-form.ts';
import { TextField } from './field.tsx';

interface Named {
  readonly name: string;
  readonly identifier: string;
}

export interface NameFieldsProps {
  /** Only what is new gets an identifier: one made of its name. */
  isNew: boolean;
  identifierOf: (name: string) => string;
  field: (name: keyof Named, wrong: string) => FieldBinding<string>;
  change: (changes: Partial<Named>) => void;
  words: {
    readonly name: string;
    readonly nameWrong: string;
    readonly identifier: string;
    readonly identifierHelp: string;
    readonly identifierWrong: string;
  };
}

/** What something is called, and what it is known by for good. */
export function NameFields({ isNew, identifierOf, field, change, words }: NameFieldsProps) {
  return (
    <>
      <TextField
        {...field('name', words.nameWrong)}
        label={words.name}
        isRequired
        onChange={(name) => {
          change(isNew ? { name, identifier: identifierOf(name) } : { name });
        }}
      />
      {isNew && (
        <TextField
          {...field('identifier', words.identifierWrong)}
          label={words.identifier}
          help={words.identifierHelp}
          isRequired
          mono
        />
      )}
    </>
  );
}
