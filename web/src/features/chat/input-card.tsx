import { useState } from 'react';
import type { PendingCard } from '../../../../src/contracts/index.ts';
import { Button, Checkbox, Icon, TextField } from '../../components/index.ts';
import { Markdown } from '../../components/markdown.tsx';
import { useText } from '../../lib/i18n.tsx';
import { cardWords } from './card-words.ts';
import type { CardLock } from './model/card-view.ts';
import {
  inputFields,
  readAnswer,
  singleChoice,
  type InputField,
  type InputValues,
} from './model/input-form.ts';
import { RefusalNote } from './refusal-note.tsx';
import type { Refusal } from './use-chat-actions.ts';

interface InputCardProps {
  readonly card: PendingCard;
  readonly reason: string;
  readonly lock: CardLock | null;
  readonly refusal: Refusal | null;
  readonly onAnswer: (input: Record<string, unknown>) => void;
}

/** A question of the assistant, as a form. What was typed outlives a refusal and a fresh card for the same question. */
export function InputCard({ card, reason, lock, refusal, onAnswer }: InputCardProps) {
  const t = useText(cardWords);
  const [values, setValues] = useState<InputValues>({});
  const [missing, setMissing] = useState<readonly string[]>([]);
  const fields = inputFields(card.inputSchema);
  const choice = singleChoice(fields);
  const set = (name: string, value: string | number | boolean) => {
    setValues((before) => ({ ...before, [name]: value }));
    setMissing((before) => before.filter((other) => other !== name));
  };
  const answer = (given: InputValues) => {
    const read = readAnswer(fields, given);
    if ('missing' in read) setMissing(read.missing);
    else onAnswer(read.input);
  };
  const question = questionOf(card);
  const why = lock === 'sending' ? t.sending : lock === 'offline' ? t.offline : null;
  return (
    <form
      className="v-input-card"
      // What is missing is said here, field by field.
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (lock === null) answer(values);
      }}
    >
      {reason !== '' && reason !== question && <Markdown source={reason} />}
      {question !== '' && <p className="v-input-card__question">{question}</p>}
      <RefusalNote refusal={refusal} />
      {fields.map((field) => (
        <Control
          key={field.name}
          field={field}
          value={values[field.name]}
          isNamed={choice === null}
          isMissing={missing.includes(field.name)}
          isLocked={lock !== null}
          onChange={(value) => {
            set(field.name, value);
            if (choice !== null) answer({ ...values, [field.name]: value });
          }}
        />
      ))}
      {choice === null && (
        <div>
          <Button type="submit" variant="primary" isDisabled={lock !== null}>
            {t.send}
          </Button>
        </div>
      )}
      {why !== null && (
        <p className="v-answers__why" role="status">
          <Icon name="info" size="sm" />
          {why}
        </p>
      )}
    </form>
  );
}

function questionOf(card: PendingCard): string {
  const call = card.calls.find(({ tool }) => tool === card.inputTool) ?? card.calls[0];
  const question = call?.arguments['question'] ?? card.inputSchema?.['description'];
  return typeof question === 'string' ? question : '';
}

interface ControlProps {
  readonly field: InputField;
  readonly value: string | number | boolean | undefined;
  readonly isNamed: boolean;
  readonly isMissing: boolean;
  readonly isLocked: boolean;
  readonly onChange: (value: string | number | boolean) => void;
}

function Control(props: ControlProps) {
  const { field, value, isNamed, isMissing, isLocked, onChange } = props;
  const t = useText(cardWords);
  const { control } = field;
  if (control.kind === 'options') {
    return (
      <fieldset className="v-options" disabled={isLocked}>
        <legend className={isNamed ? 'v-field__label' : 'v-sr'}>{field.label}</legend>
        {control.options.map((option) => (
          <Button
            key={option}
            isDisabled={isLocked}
            {...(isNamed ? { 'aria-pressed': value === option } : {})}
            onPress={() => {
              onChange(option);
            }}
          >
            {String(option)}
          </Button>
        ))}
        {isMissing && <span className="v-field__error">{t.required}</span>}
      </fieldset>
    );
  }
  if (control.kind === 'checkbox') {
    return (
      <Checkbox
        checked={value === true}
        disabled={isLocked}
        help={field.help ?? undefined}
        onChange={onChange}
      >
        {field.label}
      </Checkbox>
    );
  }
  return (
    <TextField
      label={field.label}
      {...(field.help === null ? {} : { help: field.help })}
      {...(control.kind === 'text' && control.long ? { rows: 2 } : {})}
      {...(control.kind === 'text' && control.maxLength !== null
        ? { maxLength: control.maxLength }
        : {})}
      {...(control.kind === 'number' ? { inputMode: 'decimal' as const } : {})}
      value={typeof value === 'string' ? value : value === undefined ? '' : String(value)}
      isDisabled={isLocked}
      error={isMissing ? t.required : undefined}
      onChange={onChange}
    />
  );
}
