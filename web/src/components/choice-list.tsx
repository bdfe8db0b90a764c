import { useId } from 'react';
import { Checkbox } from './field.tsx';

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
}

/** Any of a few; what is chosen and no longer among them stays to be taken away. */
export function ChoiceList({
  label,
  help,
  none,
  options,
  value: chosen,
  onChange,
}: ChoiceListProps) {
  const helpId = useId();
  const gone = chosen.filter((id) => !options.some((option) => option.id === id));
  const all: ChoiceListProps['options'] = [...options, ...gone.map((id) => ({ id, name: id }))];
  const said = all.length === 0 && none !== undefined ? none : help;
  return (
    <fieldset className="v-checks" aria-describedby={said === undefined ? undefined : helpId}>
      <legend className="v-field__label">{label}</legend>
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
