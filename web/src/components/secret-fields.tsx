import { asBox, type FieldBinding } from '../lib/use-form.ts';
import { Checkbox, PasswordField } from './field.tsx';

export interface SecretFieldsProps {
  /** What is typed now; what is stored never comes back. */
  secret: FieldBinding<string>;
  /** Take away what is stored. */
  drop: FieldBinding<boolean>;
  isStored: boolean;
  maxLength?: number;
  words: {
    readonly label: string;
    readonly help: string;
    /** The help where something is stored. */
    readonly kept: string;
    readonly drop: string;
  };
}

/** Written, never shown: what is stored stays unless something is typed or it is taken away. */
export function SecretFields({ secret, drop, isStored, maxLength, words }: SecretFieldsProps) {
  return (
    <>
      <PasswordField
        {...secret}
        label={words.label}
        help={isStored ? words.kept : words.help}
        autoComplete="off"
        isDisabled={drop.value}
        {...(maxLength === undefined ? {} : { maxLength })}
      />
      {isStored && (
        <Checkbox
          {...asBox(drop)}
          onChange={(isDropped) => {
            drop.onChange(isDropped);
            secret.onChange('');
          }}
        >
          {words.drop}
        </Checkbox>
      )}
    </>
  );
}
