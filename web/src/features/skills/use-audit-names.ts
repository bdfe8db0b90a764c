import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { allPages } from '../../lib/page-tree.ts';
import { queries } from '../../lib/queries.ts';
import type { AuditNames } from './audit-detail.ts';

/** Names of configurations and pages that audit rows refer to; what is not known yet is shown by its number. */
export function useAuditNames(): AuditNames {
  const configurations = useQuery(queries.skillAttachments());
  const site = useQuery(queries.site());
  return useMemo(
    () => ({
      configurations: new Map((configurations.data ?? []).map(({ uid, name }) => [uid, name])),
      pages: new Map(allPages(site.data?.roots ?? []).map(({ uid, title }) => [uid, title])),
    }),
    [configurations.data, site.data],
  );
}
