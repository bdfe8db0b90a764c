import { Link } from 'react-router';
import type { SealState, SkillAuditEntry } from '../../../../src/contracts/index.ts';
import { Digest, SealMark, Table, Time, type Column } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { auditDetail, NO_NAMES, type AuditNames } from './audit-detail.ts';
import { auditWords } from './audit-words.ts';
import { codeText } from './code-words.ts';
import { skillWords } from './words.ts';

interface AuditRowsProps {
  readonly label: string;
  readonly entries: readonly SkillAuditEntry[];
  readonly names?: AuditNames;
  /** Entries of all skills: what each is about in a column of its own. Default false. */
  readonly isDetailed?: boolean;
}

/** Who did what to which version, newest first. Each row shows the seal of its time. */
export function AuditRows({
  label,
  entries,
  names = NO_NAMES,
  isDetailed = false,
}: AuditRowsProps) {
  const t = useText(skillWords);
  const { locale } = useLocale();
  const columns: Column<SkillAuditEntry>[] = [
    { id: 'when', label: t.when, cell: ({ atMs }) => <Time atMs={atMs} /> },
    {
      id: 'what',
      label: t.what,
      cell: (entry) => {
        const what = codeText('event', entry.event, locale);
        const detail = auditDetail(entry, locale, names);
        return detail === '' ? what : `${what}: ${detail}`;
      },
    },
    ...(isDetailed
      ? [{ id: 'about', label: t.about, cell: (entry: SkillAuditEntry) => <About entry={entry} /> }]
      : []),
    {
      id: 'version',
      label: t.versionColumn,
      cell: ({ digest, seal }) =>
        digest === null ? '' : <VersionMark digest={digest} seal={seal} />,
    },
    {
      id: 'who',
      label: t.who,
      cell: ({ actorName }) => (actorName === '' ? t.system : actorName),
    },
  ];
  return <Table label={label} rows={entries} rowKey={({ id }) => id} columns={columns} />;
}

/** The skill by its name, with what it was called then; a source or a configuration by its title. */
function About({ entry }: { entry: SkillAuditEntry }) {
  const t = useText(auditWords);
  const { skillUid, skillName, sourceTitle, subject } = entry;
  if (skillUid === null) return sourceTitle ?? subject;
  if (skillName === null) return `${subject} (${t.gone})`;
  return (
    <>
      <Link to={`/administration/skills/${String(skillUid)}`}>{skillName}</Link>{' '}
      <span className="v-caption">
        {[subject, sourceTitle].filter((part) => part !== null && part !== '').join(', ')}
      </span>
    </>
  );
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
