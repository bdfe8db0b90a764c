import { useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { ComboBox as AriaComboBox } from 'react-aria-components/ComboBox';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Text } from 'react-aria-components/Text';
import { dictionary } from '../lib/dictionary.ts';
import { useText } from '../lib/i18n.tsx';
import { folded } from '../lib/page-tree.ts';
import { IconButton } from './button.tsx';
import { FieldError, SAID_BY_THE_FORM } from './field.tsx';
import { Icon } from './icon.tsx';
import type { SelectOption } from './select.tsx';
import './combo-box.css';

const words = dictionary({
  en: { nothing: 'Nothing found' },
  de: { nothing: 'Nichts gefunden' },
});

interface ComboBoxProps<T extends string> {
  readonly label: string;
  readonly help?: ReactNode;
  readonly error?: string | undefined;
  readonly options: readonly SelectOption<T>[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly isDisabled?: boolean;
}

/** One of many: found by typing a part of its words. */
export function ComboBox<T extends string>(props: ComboBoxProps<T>) {
  const { label, help, error, options, value, onChange, isDisabled = false } = props;
  return (
    <AriaComboBox
      className="v-field"
      menuTrigger="focus"
      defaultItems={options}
      defaultFilter={(text, typed) => folded(text).includes(folded(typed))}
      value={value}
      onChange={(key) => {
        const chosen = options.find(({ id }) => id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
      isDisabled={isDisabled}
      allowsEmptyCollection
      isInvalid={error !== undefined}
      validationBehavior={SAID_BY_THE_FORM}
    >
      <Label className="v-field__label">{label}</Label>
      <Typed />
      <Help>{help}</Help>
      <FieldError message={error} />
      <Found />
    </AriaComboBox>
  );
}

interface ManyComboBoxProps {
  readonly label: string;
  readonly help: ReactNode;
  /** What there is; `extra` is searched too. */
  readonly options: readonly SelectOption<string>[];
  /** In their order; also what is none of the options. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** What is offered for words that are none of the options; `null` = nothing. */
  readonly own: (typed: string) => string | null;
  /** Said of what was chosen and is none of the options; nothing while they are not there yet. */
  readonly unknown: string | undefined;
  readonly removeLabel: (id: string) => string;
}

/** Several of many, or of one’s own: found by typing, listed below, each taken out again. */
export function ManyComboBox(props: ManyComboBoxProps) {
  const { label, help, options, chosen, onChange, own, unknown, removeLabel } = props;
  const [typed, setTyped] = useState('');
  const word = typed.trim();
  const found = options.filter(({ id, extra }) =>
    folded(`${id} ${extra ?? ''}`).includes(folded(word)),
  );
  const isNew = word !== '' && !chosen.includes(word) && !options.some(({ id }) => id === word);
  const ownLabel = isNew ? own(word) : null;
  return (
    <>
      <AriaComboBox
        className="v-field"
        selectionMode="multiple"
        menuTrigger="focus"
        items={ownLabel === null ? found : [...found, { id: word, label: ownLabel }]}
        value={chosen}
        onChange={(keys) => {
          onChange(keys.map(String));
          setTyped('');
        }}
        inputValue={typed}
        onInputChange={setTyped}
        allowsEmptyCollection
      >
        <Label className="v-field__label">{label}</Label>
        <Typed />
        <Help>{help}</Help>
        <Found />
      </AriaComboBox>
      {chosen.length > 0 && (
        <ul className="v-chosen" aria-label={label}>
          {chosen.map((id) => {
            const option = options.find((each) => each.id === id);
            return (
              <li key={id}>
                <span className="v-mono v-anywhere">{id}</span>
                <span className="v-caption">{option === undefined ? unknown : option.extra}</span>
                <IconButton
                  icon="close"
                  label={removeLabel(id)}
                  onPress={() => {
                    onChange(chosen.filter((each) => each !== id));
                  }}
                />
              </li>
            );
          })}
        </ul>
      )}
    </>
  );
}

function Typed() {
  return (
    <div className="v-input-group v-input-group--md">
      <Icon name="search" size="sm" />
      <Input />
      <Button className="v-btn v-btn--quiet v-btn--sm">
        <Icon name="chev-d" size="sm" />
      </Button>
    </div>
  );
}

function Help({ children }: { children: ReactNode }) {
  if (children === undefined) return null;
  return (
    <Text slot="description" className="v-field__help">
      {children}
    </Text>
  );
}

function Found() {
  const t = useText(words);
  return (
    <Popover className="v-popover v-popover--wide" offset={4}>
      <ListBox<SelectOption<string>>
        className="v-menu"
        renderEmptyState={() => <p className="v-menu__head">{t.nothing}</p>}
      >
        {({ id, label, extra, isDisabled = false }) => (
          <ListBoxItem id={id} textValue={label} className="v-menu__item" isDisabled={isDisabled}>
            {({ isSelected }) => (
              <>
                {isSelected ? <Icon name="check" size="sm" /> : <span />}
                <span className="v-menu__label">
                  {label}
                  {extra !== undefined && <span> · {extra}</span>}
                </span>
              </>
            )}
          </ListBoxItem>
        )}
      </ListBox>
    </Popover>
  );
}
