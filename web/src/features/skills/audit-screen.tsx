import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SealState } from '../../../../src/contracts/index.ts';
import { EmptyState, ErrorState, Loading, SearchField, Select } from '../../components/index.ts';
import { api } from '../../lib/api.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { queries } from '../../lib/queries.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AuditExport } from './audit-export-buttons.tsx';
import { AuditRows } from './audit-rows.tsx';
import { codeText, knownCodes } from './code-words.ts';
import { filterAudit } from './model/audit-filter.ts';
import { writingWords } from './writing-words.ts';

/** Everything that was decided and written about skills, with filters. */
export function AuditScreen() {
  const t = useText(writingWords);
  useTitle(t.auditTitle);
  const { locale } = useLocale();
  const [search, setSearch] = useState('');
  const [event, setEvent] = useState('');
  const audit = useQuery({
    queryKey: ['audit'],
    queryFn: ({ signal }) => api.audit(signal),
    refetchOnMount: 'always',
  });
  const skills = useQuery(queries.skills());
  const seals = new Map<string, SealState>(
    (skills.data ?? []).flatMap(({ versions }) =>
      versions.map(({ digest, seal }) => [digest, seal] as const),
    ),
  );
  const all = audit.data ?? [];
  const shown = filterAudit(all, { event, search });
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
        <Select
          label={t.auditEvent}
          size="sm"
          value={event}
          onChange={setEvent}
          options={[
            { id: '', label: t.auditAll },
            ...knownCodes('event').map((code) => ({
              id: code,
              label: codeText('event', code, locale),
            })),
          ]}
        />
        {shown.length > 0 && <AuditExport entries={shown} />}
      </div>
      <div className="v-section v-audit">
        {audit.isPending && <Loading lines={8} />}
        {audit.data === undefined && audit.error !== null && (
          <ErrorState error={audit.error} onRetry={() => void audit.refetch()} />
        )}
        {audit.data !== undefined && shown.length === 0 && (
          <EmptyState icon="history" title={all.length === 0 ? t.auditEmpty : t.auditNone} />
        )}
        {shown.length > 0 && (
          <AuditRows
            label={t.auditTitle}
            entries={shown}
            isDetailed
            sealOf={(digest) => seals.get(digest) ?? null}
          />
        )}
      </div>
    </main>
  );
}
