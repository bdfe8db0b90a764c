import type { Locale, SealState, SkillAuditEntry } from '../../../../src/contracts/index.ts';
import { Digest, SealMark, Table, Time, type Column } from '../../components/index.ts';
import { errorStrings } from '../../lib/error-strings.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { codeText } from './code-words.ts';
import { quotedText } from './model/quoted-text.ts';
import { skillWords } from './words.ts';

interface AuditRowsProps {
  readonly label: string;
  readonly entries: readonly SkillAuditEntry[];
  /** What is stored about a digest now; `null` when it is not known here. */
  readonly sealOf: (digest: string) => SealState | null;
  /** Entries of all skills: the subject and detail in a column of their own. Default false. */
  readonly isDetailed?: boolean;
}

/** Who did what to which version, newest first. */
export function AuditRows({ label, entries, sealOf, isDetailed = false }: AuditRowsProps) {
  const t = useText(skillWords);
  const { locale } = useLocale();
  const columns: Column<SkillAuditEntry>[] = [
    { id: 'when', label: t.when, cell: ({ atMs }) => <Time atMs={atMs} /> },
    {
      id: 'what',
      label: t.what,
      cell: (entry) =>
        isDetailed ? codeText('event', entry.event, locale) : withDetail(entry, locale),
    },
    ...(isDetailed
      ? [{ id: 'about', label: t.about, cell: ({ detail }: SkillAuditEntry) => detail }]
      : []),
    {
      id: 'version',
      label: t.versionColumn,
      cell: ({ digest }) =>
        digest === null ? '' : <VersionMark digest={digest} seal={sealOf(digest)} />,
    },
    {
      id: 'who',
      label: t.who,
      cell: ({ actorName }) => (actorName === '' ? t.system : actorName),
    },
  ];
  return <Table label={label} rows={entries} rowKey={({ id }) => id} columns={columns} />;
}

/** The event with what a person said or was told about it: a reason in its own words, a refusal in ours. */
function withDetail({ event, detail }: SkillAuditEntry, locale: Locale): string {
  const what = codeText('event', event, locale);
  if (detail === '') return what;
  if (event === 'revoked') return `${what}: ${quotedText(detail, locale)}`;
  if (event !== 'approval_refused') return what;
  const refusals: Readonly<Record<string, string>> = errorStrings[locale];
  return `${what}: ${Object.hasOwn(refusals, detail) ? (refusals[detail] ?? detail) : detail}`;
}

const MODIFIER: Record<SealState, string> = {
  approved: 'v-seal',
  not_approved: 'v-seal v-seal--pending',
  revoked: 'v-seal v-seal--revoked',
};

function VersionMark({ digest, seal }: { digest: string; seal: SealState | null }) {
  if (seal === null) return <Digest value={digest} />;
  return (
    <span className={MODIFIER[seal]}>
      <SealMark state={seal} /> <Digest value={digest} />
    </span>
  );
}
