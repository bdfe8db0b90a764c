import { Button } from 'react-aria-components/Button';
import { Label } from 'react-aria-components/Label';
import { ListBox, ListBoxItem } from 'react-aria-components/ListBox';
import { Popover } from 'react-aria-components/Popover';
import { Select as AriaSelect, SelectValue } from 'react-aria-components/Select';
import { FieldError, SAID_BY_THE_FORM } from './field.tsx';
import { Icon } from './icon.tsx';

export interface SelectOption<T extends string> {
  id: T;
  label: string;
  /** After the label, pale. */
  extra?: string;
  isDisabled?: boolean;
}

export interface SelectProps<T extends string> {
  label: string;
  /** Default false: the label is only read aloud. */
  showLabel?: boolean;
  options: readonly SelectOption<T>[];
  value: T;
  onChange: (value: T) => void;
  size?: 'md' | 'sm';
  error?: string | undefined;
}

/** One of several, in a list that opens. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, showLabel = false, options, value, onChange, size = 'md', error } = props;
  return (
    <AriaSelect
      className="v-field"
      value={value}
      onChange={(key) => {
        const chosen = options.find((option) => option.id === key);
        if (chosen !== undefined) onChange(chosen.id);
      }}
      {...(showLabel ? {} : { 'aria-label': label })}
      validationBehavior={SAID_BY_THE_FORM}
      isInvalid={error !== undefined}
    >
      {showLabel && <Label className="v-field__label">{label}</Label>}
      <Button className={size === 'sm' ? 'v-select v-select--sm' : 'v-select'}>
        <SelectValue />
        <Icon name="chev-d" size="sm" />
      </Button>
      <FieldError message={error} />
      <Popover className="v-popover" offset={4}>
        <ListBox className="v-menu" items={options}>
          {(option) => (
            <ListBoxItem
              id={option.id}
              textValue={option.label}
              className="v-menu__item"
              isDisabled={option.isDisabled ?? false}
            >
              {({ isSelected }) => (
                <>
                  {isSelected ? <Icon name="check" size="sm" /> : <span />}
                  <span className="v-menu__label">{option.label}</span>
                  {option.extra !== undefined && <span className="v-caption">{option.extra}</span>}
                </>
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </AriaSelect>
  );
}
