import type {
  Locale,
  SkillSourceView,
  SkillSyncState,
  SyncCounts,
} from '../../../../../src/contracts/index.ts';
import { syncCodeText } from '../sync-code-words.ts';
import { sourceWords } from '../source-words.ts';

const ORDER: readonly (keyof SyncCounts)[] = [
  'created',
  'updated',
  'disabledOnChange',
  'orphaned',
  'refused',
  'unchanged',
];

/** The counts that are not zero, in words; of a sync that changed nothing at least what was unchanged. */
export function countWords(counts: SyncCounts, locale: Locale): readonly string[] {
  const words = sourceWords[locale].counts;
  const some = ORDER.filter((name) => counts[name] > 0);
  return (some.length === 0 ? (['unchanged'] as const) : some).map((name) =>
    words[name](counts[name]),
  );
}

/** How a sync ended, in a few words: how far it came, and what it changed or why it stopped. */
export function syncSummary(sync: SkillSyncState, locale: Locale): readonly string[] {
  const status = sourceWords[locale].status[sync.status];
  if (sync.problem !== null) {
    return [status, syncCodeText('source', sync.problem, locale).replace(/\.$/, '')];
  }
  return sync.counts === null || sync.status === 'never_synced'
    ? [status]
    : [status, ...countWords(sync.counts, locale)];
}

/** Whether any source is being read, or was not read whole; and when the last sync was. `null` without such sources. */
export function syncsTogether(sources: readonly SkillSourceView[]): {
  readonly state: 'syncing' | 'failing' | 'ok';
  readonly lastAtMs: number | null;
} | null {
  const syncs = sources.flatMap(({ remote }) => (remote === null ? [] : [remote.sync]));
  if (syncs.length === 0) return null;
  const times = syncs.flatMap(({ lastSyncedAtMs }) => lastSyncedAtMs ?? []);
  const has = (...statuses: readonly SkillSyncState['status'][]) =>
    syncs.some(({ status }) => statuses.includes(status));
  return {
    state: has('syncing') ? 'syncing' : has('error', 'partial') ? 'failing' : 'ok',
    lastAtMs: times.length === 0 ? null : Math.max(...times),
  };
}

/** The page of a commit, for an address of a repository or of a file in one; `null` for any other. */
export function commitPage(url: string, commit: string): string | null {
  if (!URL.canParse(url)) return null;
  const { protocol, pathname } = new URL(url);
  const [owner, name] = pathname.split('/').filter(Boolean);
  if (protocol !== 'https:' || owner === undefined || name === undefined) return null;
  return `https://github.com/${owner}/${name.replace(/\.git$/, '')}/commit/${encodeURIComponent(commit)}`;
}
