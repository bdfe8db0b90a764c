import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  AdministrationArea,
  EmptyState,
  Loaded,
  SearchField,
  Select,
} from '../../components/index.ts';
import { api, type AuditFilter } from '../../lib/api.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { auditDetail } from './audit-detail.ts';
import { AuditExport } from './audit-export-buttons.tsx';
import { AuditRows } from './audit-rows.tsx';
import { auditWords } from './audit-words.ts';
import { codeText, knownCodes } from './code-words.ts';
import { searchAudit } from './model/audit-filter.ts';
import { useAuditNames } from './use-audit-names.ts';
import { writingWords } from './writing-words.ts';

const EVERYTHING: AuditFilter = { skill: '', source: '', person: '', event: '' };

/** Rows the server gives at most. */
const PAGE_ROWS = 200;

/** Everything that was decided and written about skills, with filters. */
export function AuditScreen() {
  const t = useText(writingWords);
  const words = useText(auditWords);
  const { locale } = useLocale();
  const names = useAuditNames();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState(EVERYTHING);
  const audit = useQuery({
    queryKey: ['audit', filter],
    queryFn: ({ signal }) => api.audit(filter, signal),
    refetchOnMount: 'always',
    placeholderData: (before) => before,
  });
  const all = audit.data ?? [];
  const shown = searchAudit(
    all,
    search,
    (entry) => `${codeText('event', entry.event, locale)} ${auditDetail(entry, locale, names)}`,
  );
  return (
    <AdministrationArea title={t.auditTitle} lead={t.auditLead}>
      <div className="v-section v-audit__filters">
        <SearchField label={t.auditSearch} value={search} onChange={setSearch} />
        <Filters filter={filter} onChange={setFilter} />
        {shown.length > 0 && <AuditExport entries={shown} />}
      </div>
      <div className="v-section v-audit">
        <Loaded query={audit} lines={8}>
          {() =>
            shown.length === 0 ? (
              <EmptyState
                icon="history"
                title={all.length === 0 && filter === EVERYTHING ? t.auditEmpty : t.auditNone}
              />
            ) : (
              <AuditRows label={t.auditTitle} entries={shown} names={names} isDetailed />
            )
          }
        </Loaded>
        {all.length >= PAGE_ROWS && <p className="v-caption">{words.newest(PAGE_ROWS)}</p>}
      </div>
    </AdministrationArea>
  );
}

interface FiltersProps {
  readonly filter: AuditFilter;
  readonly onChange: (filter: AuditFilter) => void;
}

/** Skill, source, person, event: asked of the server, so that old rows are found too. */
function Filters({ filter, onChange }: FiltersProps) {
  const t = useText(writingWords);
  const words = useText(auditWords);
  const { locale } = useLocale();
  const skills = useQuery(queries.skills());
  const sources = useQuery(queries.skillSources());
  const people = useQuery({
    queryKey: ['audit', 'people'],
    queryFn: ({ signal }) => api.auditPeople(signal),
  });
  const select = (
    field: keyof AuditFilter,
    label: string,
    options: readonly { id: string; label: string; extra?: string }[],
  ) => (
    <Select
      label={label}
      size="sm"
      value={filter[field]}
      onChange={(value) => {
        onChange({ ...filter, [field]: value });
      }}
      options={options}
    />
  );
  return (
    <>
      {select('skill', words.skill, [
        { id: '', label: words.everySkill },
        ...(skills.data ?? []).map(({ uid, name, source }) => ({
          id: String(uid),
          label: name,
          extra: source.title,
        })),
      ])}
      {select('source', words.source, [
        { id: '', label: words.everySource },
        ...(sources.data ?? []).map(({ uid, title }) => ({ id: String(uid), label: title })),
      ])}
      {select('person', words.person, [
        { id: '', label: words.everybody },
        { id: 'system', label: words.nobody },
        ...(people.data ?? []).map(({ id, name }) => ({ id, label: name })),
      ])}
      {select('event', t.auditEvent, [
        { id: '', label: t.auditAll },
        ...knownCodes('event').map((code) => ({
          id: code,
          label: codeText('event', code, locale),
        })),
      ])}
    </>
  );
}
