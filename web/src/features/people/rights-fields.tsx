import { useId } from 'react';
import type { RightsOptions } from '../../../../src/contracts/index.ts';
import { Checkbox, ChoiceList, TextField } from '../../components/index.ts';
import { languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { RIGHT_KINDS, type RightForm, type RightKind, type RightsForm } from './rights-form.ts';
import { peopleWords } from './words.ts';

interface RightsFieldsProps {
  readonly value: RightsForm;
  readonly onChange: (value: RightsForm) => void;
  /** `null` = the site does not say; names are typed then. */
  readonly options: RightsOptions | null;
}

/** What may be read and changed: by folder, record type, protected field and language. */
export function RightsFields({ value, onChange, options }: RightsFieldsProps) {
  const t = useText(peopleWords);
  const names = useRightNames(options);
  return (
    <fieldset className="v-people__rights">
      <legend className="v-field__label">{t.rights}</legend>
      {RIGHT_KINDS.map((kind) => (
        <Right
          key={kind}
          kind={kind}
          value={value[kind]}
          choices={names?.[kind] ?? null}
          onChange={(changed) => {
            onChange({ ...value, [kind]: changed });
          }}
        />
      ))}
    </fieldset>
  );
}

type Choices = readonly { readonly id: string; readonly name: string }[];

function Right(props: {
  kind: RightKind;
  value: RightForm;
  /** `null` = any text; else what there is. */
  choices: Choices | null;
  onChange: (value: RightForm) => void;
}) {
  const { kind, value, choices, onChange } = props;
  const t = useText(peopleWords);
  const { heading, title, all, none, help } = t.right[kind];
  const named = value.names.filter((name) => name.trim() !== '').length;
  const count = value.all ? t.everything : named === 0 ? t.nothing : t.chosen(named);
  const id = useId();
  return (
    <section className="v-people__right" aria-labelledby={id}>
      <h3 className="v-h" id={id}>
        {heading} <span className="v-caption">{count}</span>
      </h3>
      <Checkbox
        checked={value.all}
        onChange={(isAll) => {
          onChange({ ...value, all: isAll });
        }}
      >
        {all}
      </Checkbox>
      {!value.all &&
        (choices === null || kind === 'pages' ? (
          <TextField
            label={title}
            help={help}
            rows={3}
            mono
            value={value.names.join('\n')}
            onChange={(text) => {
              onChange({ all: false, names: text.split('\n') });
            }}
          />
        ) : (
          <ChoiceList
            label={title}
            help={help}
            none={none}
            hasTotals
            options={choices}
            value={value.names}
            onChange={(chosen) => {
              onChange({ all: false, names: chosen });
            }}
          />
        ))}
    </section>
  );
}

/** What the site has of each kind of right, in the reader's language; `null` where it does not say. */
export function useRightNames(
  options: RightsOptions | null,
): Readonly<Record<RightKind, Choices>> | null {
  const { locale } = useLocale();
  if (options === null) return null;
  const named = (list: RightsOptions['tables']) =>
    list.map(({ name, ...words }) => ({ id: name, name: words[locale] }));
  const tables = named(options.tables);
  return {
    pages: options.folders.map((folder) => ({ id: folder, name: folder })),
    readTables: tables,
    writeTables: tables,
    fieldGrants: options.protectedFields.map(({ name, ...words }) => ({
      id: name,
      name: `${words[locale]} (${name})`,
    })),
    languages: options.languages.map((code) => ({ id: code, name: languageName(locale, code) })),
  };
}
