import { useId, useState, type ReactNode, type Ref } from 'react';
import { Button as AriaButton } from 'react-aria-components/Button';
import { FieldError as AriaFieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import {
  TextField as AriaTextField,
  type TextFieldProps as AriaTextFieldProps,
} from 'react-aria-components/TextField';
import { useText } from '../lib/i18n.tsx';
import { Icon } from './icon.tsx';
import { strings } from './strings.ts';

/**
 * The browser's own checks speak when a field is left, which is just as a button below is pressed:
 * the line comes or goes, the button moves away from under the pointer and the press is lost.
 */
export const SAID_BY_THE_FORM = 'aria';

/** What is wrong is the form's to say: a field with a check of its own would say it on leaving the field. */
type OwnChecks = 'validate' | 'validationBehavior' | 'isInvalid';

export interface TextFieldProps extends Omit<
  AriaTextFieldProps,
  'className' | 'children' | OwnChecks
> {
  label: string;
  help?: ReactNode;
  /** What is wrong with what is typed. */
  error?: string | undefined;
  placeholder?: string;
  /** Lines of a text of several lines; one line otherwise. */
  rows?: number;
  /** Digests, tools, text as stored. */
  mono?: boolean;
  inputRef?: Ref<HTMLInputElement | HTMLTextAreaElement>;
}

/** Label, input, help and error, tied together for assistive technology. */
export function TextField(props: TextFieldProps) {
  const { label, help, error, placeholder, rows, mono = false, inputRef, ...rest } = props;
  const className = mono ? 'v-input v-mono' : 'v-input';
  return (
    <AriaTextField
      {...rest}
      validationBehavior={SAID_BY_THE_FORM}
      isInvalid={error !== undefined}
      className="v-field"
    >
      <Label className="v-field__label">{label}</Label>
      {rows === undefined ? (
        <Input
          className={className}
          {...(placeholder === undefined ? {} : { placeholder })}
          ref={inputRef as Ref<HTMLInputElement>}
        />
      ) : (
        <TextArea
          className={className}
          {...(placeholder === undefined ? {} : { placeholder })}
          rows={rows}
          ref={inputRef as Ref<HTMLTextAreaElement>}
        />
      )}
      {help !== undefined && (
        <Text slot="description" className="v-field__help">
          {help}
        </Text>
      )}
      <FieldError message={error} />
    </AriaTextField>
  );
}

/** A password with a button that shows it, instead of asking for it twice. */
export function PasswordField({ label, help, error, ...rest }: Omit<TextFieldProps, 'rows'>) {
  const t = useText(strings);
  const [shown, setShown] = useState(false);
  return (
    <AriaTextField
      {...rest}
      type={shown ? 'text' : 'password'}
      validationBehavior={SAID_BY_THE_FORM}
      isInvalid={error !== undefined}
      className="v-field"
    >
      <Label className="v-field__label">{label}</Label>
      <div className="v-input-group v-input-group--md">
        <Input />
        <AriaButton
          className="v-btn v-btn--quiet v-btn--sm"
          aria-label={shown ? t.hidePassword : t.showPassword}
          onPress={() => {
            setShown(!shown);
          }}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} size="sm" />
          {shown ? t.hide : t.show}
        </AriaButton>
      </div>
      {help !== undefined && (
        <Text slot="description" className="v-field__help">
          {help}
        </Text>
      )}
      <FieldError message={error} />
    </AriaTextField>
  );
}

/** What is wrong with the field around it. */
export function FieldError({ message }: { message: string | undefined }) {
  return (
    <AriaFieldError className="v-field__error">
      <Icon name="alert" size="sm" />
      <span>{message}</span>
    </AriaFieldError>
  );
}

export interface SearchFieldProps {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
}

export function SearchField({ label, placeholder = label, value, onChange }: SearchFieldProps) {
  return (
    <label className="v-input-group">
      <Icon name="search" size="sm" />
      <span className="v-sr">{label}</span>
      <input
        type="search"
        placeholder={placeholder}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      />
    </label>
  );
}

export interface CheckboxProps {
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  help?: ReactNode;
}

export function Checkbox({ children, checked, onChange, disabled, help }: CheckboxProps) {
  const helpId = useId();
  return (
    <div className="v-field">
      <label className="v-check">
        <input
          type="checkbox"
          checked={checked}
          disabled={disabled}
          aria-describedby={help === undefined ? undefined : helpId}
          onChange={(event) => {
            onChange(event.target.checked);
          }}
        />
        {children}
      </label>
      {help !== undefined && (
        <span id={helpId} className="v-field__help">
          {help}
        </span>
      )}
    </div>
  );
}

export interface RadioListProps<T extends string | number> {
  label: string;
  options: readonly { id: T; label: ReactNode; extra?: ReactNode }[];
  value: T | null;
  onChange: (value: T) => void;
  /** Nothing or the wrong one is chosen. */
  isInvalid?: boolean;
  /** Ids of what explains it. */
  describedBy?: string;
}

/** One of a few, each on its own line. */
export function RadioList<T extends string | number>(props: RadioListProps<T>) {
  const { label, options, value, onChange, isInvalid = false, describedBy } = props;
  const name = useId();
  return (
    <div
      className="v-pick"
      role="radiogroup"
      aria-label={label}
      aria-invalid={isInvalid}
      aria-describedby={describedBy}
    >
      {options.map((option) => (
        <label key={option.id}>
          <input
            type="radio"
            name={name}
            checked={option.id === value}
            onChange={() => {
              onChange(option.id);
            }}
          />
          <span className="v-pick__label">{option.label}</span>
          <span className="v-caption">{option.extra}</span>
        </label>
      ))}
    </div>
  );
}

export interface RadioFieldProps<T extends string | number> extends Omit<
  RadioListProps<T>,
  'isInvalid' | 'describedBy'
> {
  help?: ReactNode;
  error?: string | undefined;
}

/** One of a few as a field of a form, with its label, help and error. */
export function RadioField<T extends string | number>(props: RadioFieldProps<T>) {
  const { help, error, ...list } = props;
  const id = useId();
  return (
    <div className="v-field">
      <span className="v-field__label">{list.label}</span>
      <RadioList {...list} isInvalid={error !== undefined} describedBy={id} />
      <span id={id}>
        {help !== undefined && <span className="v-field__help">{help}</span>}
        {error !== undefined && (
          <span className="v-field__error" role="alert">
            <Icon name="alert" size="sm" />
            <span>{error}</span>
          </span>
        )}
      </span>
    </div>
  );
}
