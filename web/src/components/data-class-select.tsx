import { SnippetDataClass } from '../../../src/contracts/index.ts';
import { dataClassWords } from '../lib/data-class-words.ts';
import { dictionary } from '../lib/dictionary.ts';
import { useText } from '../lib/i18n.tsx';
import { Select } from './select.tsx';

export const dataClassFieldWords = dictionary({
  en: { label: 'Data class', none: 'Not declared' },
  de: { label: 'Datenklasse', none: 'Nicht angegeben' },
});

const NOT_DECLARED = 'none';

export interface DataClassSelectProps {
  /** `null`: nobody declared one. */
  value: SnippetDataClass | null;
  onChange: (value: SnippetDataClass | null) => void;
}

/** How confidential a text is, or that nobody said so. */
export function DataClassSelect({ value, onChange }: DataClassSelectProps) {
  const t = useText(dataClassFieldWords);
  const classes = useText(dataClassWords);
  return (
    <Select<SnippetDataClass | typeof NOT_DECLARED>
      label={t.label}
      showLabel
      value={value ?? NOT_DECLARED}
      onChange={(chosen) => {
        onChange(chosen === NOT_DECLARED ? null : chosen);
      }}
      options={[
        { id: NOT_DECLARED, label: t.none },
        ...SnippetDataClass.options.map((id) => ({ id, label: classes[id] })),
      ]}
    />
  );
}
