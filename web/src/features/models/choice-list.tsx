import { useId } from 'react';
import { Checkbox } from '../../components/index.ts';

interface ChoiceListProps {
  readonly label: string;
  readonly help: string;
  /** Said instead when there is nothing to choose. */
  readonly none?: string;
  readonly options: readonly { readonly id: string; readonly name: string }[];
  /** In the order they were chosen. */
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Any of a few; what is chosen and no longer among them stays to be taken away. */
export function ChoiceList({ label, help, none, options, chosen, onChange }: ChoiceListProps) {
  const helpId = useId();
  const gone = chosen.filter((id) => !options.some((option) => option.id === id));
  const all = [...options, ...gone.map((id) => ({ id, name: id }))];
  return (
    <fieldset className="v-models__checks" aria-describedby={helpId}>
      <legend className="v-field__label">{label}</legend>
      {all.map(({ id, name }) => (
        <Checkbox
          key={id}
          checked={chosen.includes(id)}
          onChange={(isChosen) => {
            onChange(isChosen ? [...chosen, id] : chosen.filter((other) => other !== id));
          }}
        >
          {name}
        </Checkbox>
      ))}
      <span className="v-field__help" id={helpId}>
        {all.length === 0 && none !== undefined ? none : help}
      </span>
    </fieldset>
  );
}
