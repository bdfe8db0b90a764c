import { useId } from 'react';
import { dictionary } from '../lib/dictionary.ts';
import { useText } from '../lib/i18n.tsx';
import { TextButton } from './button.tsx';
import { Checkbox } from './field.tsx';

const words = dictionary({
  en: {
    all: 'All',
    none: 'None',
    allOf: (label: string) => `All: ${label}`,
    noneOf: (label: string) => `None: ${label}`,
    count: (chosen: number, of: number) => `${String(chosen)} of ${String(of)}`,
  },
  de: {
    all: 'Alle',
    none: 'Keine',
    allOf: (label: string) => `Alle: ${label}`,
    noneOf: (label: string) => `Keine: ${label}`,
    count: (chosen: number, of: number) => `${String(chosen)} von ${String(of)}`,
  },
});

export interface ChoiceListProps {
  readonly label: string;
  readonly help?: string;
  /** Said instead when there is nothing to choose. */
  readonly none?: string;
  /** `help`: a line below the name. */
  readonly options: readonly {
    readonly id: string;
    readonly name: string;
    readonly help?: string;
  }[];
  /** In the order they were chosen. */
  readonly value: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
  /** How many are chosen is said, and two buttons choose all or none. Default: not. */
  readonly hasTotals?: boolean;
}

/** Any of a few; what is chosen and no longer among them stays to be taken away. */
export function ChoiceList({
  label,
  help,
  none,
  options,
  value: chosen,
  onChange,
  hasTotals = false,
}: ChoiceListProps) {
  const helpId = useId();
  const gone = chosen.filter((id) => !options.some((option) => option.id === id));
  const all: ChoiceListProps['options'] = [...options, ...gone.map((id) => ({ id, name: id }))];
  const said = all.length === 0 && none !== undefined ? none : help;
  return (
    <fieldset className="v-checks" aria-describedby={said === undefined ? undefined : helpId}>
      <legend className="v-field__label">{label}</legend>
      {hasTotals && all.length > 1 && (
        <Totals
          label={label}
          chosen={chosen.length}
          of={all.length}
          onAll={() => {
            onChange(all.map(({ id }) => id));
          }}
          onNone={() => {
            onChange([]);
          }}
        />
      )}
      {all.map(({ id, name, help: itsHelp }) => (
        <Checkbox
          key={id}
          checked={chosen.includes(id)}
          {...(itsHelp === undefined ? {} : { help: itsHelp })}
          onChange={(isChosen) => {
            onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
          }}
        >
          {name}
        </Checkbox>
      ))}
      {said !== undefined && (
        <span className="v-field__help" id={helpId}>
          {said}
        </span>
      )}
    </fieldset>
  );
}

interface TotalsProps {
  readonly label: string;
  readonly chosen: number;
  readonly of: number;
  readonly onAll: () => void;
  readonly onNone: () => void;
}

function Totals({ label, chosen, of, onAll, onNone }: TotalsProps) {
  const t = useText(words);
  return (
    <div className="v-acts">
      <span className="v-caption">{t.count(chosen, of)}</span>
      <TextButton aria-label={t.allOf(label)} isDisabled={chosen === of} onPress={onAll}>
        {t.all}
      </TextButton>
      <TextButton aria-label={t.noneOf(label)} isDisabled={chosen === 0} onPress={onNone}>
        {t.none}
      </TextButton>
    </div>
  );
}
