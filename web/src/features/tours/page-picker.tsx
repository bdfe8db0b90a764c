import { useMemo, useState } from 'react';
import type { SiteView } from '../../../../src/contracts/index.ts';
import {
  Badge,
  Checkbox,
  EmptyState,
  OpenPointCount,
  SearchField,
  Segments,
} from '../../components/index.ts';
import { languageName } from '../../lib/format.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import type { PageFilter } from '../../lib/page-tree.ts';
import { choiceGroups, toggled, type Choice, type ChoiceGroup } from './choose-pages.ts';
import { strings } from './strings.ts';

interface PagePickerProps {
  site: SiteView;
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

/** Pages by language and folder, each with a box; a language or a folder is chosen whole by its own box. */
export function PagePicker({ site, chosen, onChange }: PagePickerProps) {
  const t = useText(strings);
  const [filter, setFilter] = useState<PageFilter>('all');
  const [search, setSearch] = useState('');
  const groups = useMemo(() => choiceGroups(site, { filter, search }), [site, filter, search]);
  return (
    <>
      <div className="v-picker__tools">
        <SearchField label={t.search} value={search} onChange={setSearch} />
        <Segments<PageFilter>
          label={t.filter}
          segments={[
            { id: 'all', label: t.all },
            { id: 'open', label: t.openOnly },
            { id: 'drafts', label: t.drafts },
          ]}
          value={filter}
          onChange={setFilter}
        />
      </div>
      {groups.length === 0 && (
        <EmptyState title={t.noMatch} icon="search">
          {t.noMatchHint}
        </EmptyState>
      )}
      {groups.map((group) => (
        <Group key={group.language} group={group} chosen={chosen} onChange={onChange} />
      ))}
    </>
  );
}

function Group(props: Omit<PagePickerProps, 'site'> & { group: ChoiceGroup }) {
  const { group, chosen, onChange } = props;
  const t = useText(strings);
  const { locale } = useLocale();
  const uids = group.choices.map(({ page }) => page.uid);
  const name = languageName(locale, group.language);
  return (
    <fieldset className="v-picker">
      <legend className="v-sr">{name}</legend>
      <Checkbox
        checked={uids.every((uid) => chosen.has(uid))}
        onChange={() => {
          onChange(toggled(chosen, uids));
        }}
      >
        <b className="v-strong">{t.allIn(name, uids.length)}</b>
      </Checkbox>
      <ul>
        {group.choices.map((choice) => (
          <Row
            key={choice.page.uid}
            choice={choice}
            shown={new Set(uids)}
            chosen={chosen}
            onChange={onChange}
          />
        ))}
      </ul>
    </fieldset>
  );
}

function Row(
  props: Omit<PagePickerProps, 'site'> & { choice: Choice; shown: ReadonlySet<number> },
) {
  const { choice, shown, chosen, onChange } = props;
  const t = useText(strings);
  const { page, depth } = choice;
  const below = choice.below.filter((uid) => shown.has(uid));
  const branch = [page.uid, ...below];
  return (
    <li style={{ '--depth': depth } as React.CSSProperties}>
      <div className="v-picker__row">
        <Checkbox
          checked={chosen.has(page.uid)}
          onChange={() => {
            onChange(toggled(chosen, [page.uid]));
          }}
        >
          <span className="v-anywhere">{page.title}</span>
        </Checkbox>
        {page.hidden && <Badge tone="draft">{t.draft}</Badge>}
        <OpenPointCount value={page.openPoints} />
      </div>
      {below.length > 0 && (
        <Checkbox
          checked={branch.every((uid) => chosen.has(uid))}
          onChange={() => {
            onChange(toggled(chosen, branch));
          }}
        >
          <span className="v-caption">{t.below(page.title, below.length)}</span>
        </Checkbox>
      )}
    </li>
  );
}
