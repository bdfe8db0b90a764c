import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState, ErrorState, Loading, SearchField, Select } from '../../components/index.ts';
import { api, type AuditFilter } from '../../lib/api.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
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
  useTitle(t.auditTitle);
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
    <main className="v-main v-admin__full" id="content" tabIndex={-1}>
      <div className="v-section v-review__head">
        <div className="v-review__title">
          <h1 className="v-title">{t.auditTitle}</h1>
          <p className="v-muted">{t.auditLead}</p>
        </div>
      </div>
      <div className="v-section v-audit__filters">
        <SearchField label={t.auditSearch} value={search} onChange={setSearch} />
        <Filters filter={filter} onChange={setFilter} />
        {shown.length > 0 && <AuditExport entries={shown} />}
      </div>
      <div className="v-section v-audit">
        {audit.isPending && <Loading lines={8} />}
        {audit.data === undefined && audit.error !== null && (
          <ErrorState error={audit.error} onRetry={() => void audit.refetch()} />
        )}
        {audit.data !== undefined && shown.length === 0 && (
          <EmptyState
            icon="history"
            title={all.length === 0 && filter === EVERYTHING ? t.auditEmpty : t.auditNone}
          />
        )}
        {shown.length > 0 && (
          <AuditRows label={t.auditTitle} entries={shown} names={names} isDetailed />
        )}
        {all.length >= PAGE_ROWS && <p className="v-caption">{words.newest(PAGE_ROWS)}</p>}
      </div>
    </main>
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
