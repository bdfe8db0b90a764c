import type { SealState, SkillAuditEntry } from '../../../../src/contracts/index.ts';
import { Digest, SealMark, Table, Time } from '../../components/index.ts';
import { useLocale, useText } from '../../lib/i18n.tsx';
import { codeText } from './code-words.ts';
import { quotedText } from './model/quoted-text.ts';
import { skillWords } from './words.ts';

interface AuditRowsProps {
  readonly label: string;
  readonly entries: readonly SkillAuditEntry[];
  /** What is stored about a digest now; `null` when it is not known here. */
  readonly sealOf: (digest: string) => SealState | null;
}

/** Who did what to which version, newest first. */
export function AuditRows({ label, entries, sealOf }: AuditRowsProps) {
  const t = useText(skillWords);
  const { locale } = useLocale();
  return (
    <Table
      label={label}
      rows={entries}
      rowKey={({ id }) => id}
      columns={[
        { id: 'when', label: t.when, cell: ({ atMs }) => <Time atMs={atMs} /> },
        {
          id: 'what',
          label: t.what,
          cell: ({ event, detail }) =>
            `${codeText('event', event, locale)}${detail === '' ? '' : `: ${quotedText(detail, locale)}`}`,
        },
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
      ]}
    />
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
