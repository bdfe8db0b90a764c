import type { TrustLevel } from '../../contracts/index.ts';
import { scanSkill, type ScanFinding } from '../scan.ts';
import type { SkillAuditEvent } from '../skill-store.ts';
import type { ParsedSkill } from '../skill-markdown.ts';
import type { Skill, SkillVersion } from '../skill.ts';
import { bodyChecksum, hashesTo, versionDigest } from '../version-digest.ts';
import type { SyncedRow } from './skill-source-store.ts';
import type { RemoteSourceType } from './source-location.ts';

/** A file that is there upstream and could be used. */
export interface IncomingSkill {
  readonly identifier: string;
  /** `unchanged`: the host's hash is the known one and the row was intact, so nothing was fetched. */
  readonly content:
    { readonly kind: 'read'; readonly skill: ParsedSkill } | { readonly kind: 'unchanged' };
}

export interface SyncFacts {
  readonly source: {
    readonly uid: number;
    readonly type: RemoteSourceType;
    readonly trustLevel: TrustLevel;
  };
  /** The source's rows as they are now. */
  readonly rows: readonly SyncedRow[];
  /** The first of one identifier wins. */
  readonly incoming: readonly IncomingSkill[];
  /** Every identifier that is there upstream, also what could not be read this time (SYN-04). */
  readonly present: ReadonlySet<string>;
  /** Repositories (`owner/name`) whose listing came complete, and those a marketplace names. */
  readonly reached: ReadonlySet<string>;
  readonly listed: ReadonlySet<string>;
}

/** A version as its row and its audit hold it. */
export interface WrittenText {
  readonly version: SkillVersion;
  readonly digest: string;
  readonly bodyChecksum: string;
  readonly rawFrontMatter: string;
}

/** What of a row that stays as it is has to be brought up to date; none of it changes what the version says. */
export interface RowRefresh {
  readonly storedDigest?: string;
  readonly bodyChecksum?: string;
  readonly copiedTrustLevel?: TrustLevel;
  readonly rawFrontMatter?: string;
}

interface Of<Action extends string> {
  readonly action: Action;
  readonly identifier: string;
}
interface Existing<Action extends string> extends Of<Action> {
  readonly skill: Skill;
}
interface Rewritten<Action extends string> extends Existing<Action> {
  readonly text: WrittenText;
  readonly enabled: boolean;
  readonly findings: readonly ScanFinding[];
  readonly events: readonly SkillAuditEvent[];
}

export type SyncAction =
  | (Of<'create'> & {
      readonly text: WrittenText;
      readonly enabled: boolean;
      readonly findings: readonly ScanFinding[];
      readonly events: readonly SkillAuditEvent[];
    })
  /** Another text of a disabled skill, a damaged row made whole, or one that came back. */
  | Rewritten<'update'>
  /** Another text of an enabled skill: off until somebody looks (SYN-03). */
  | Rewritten<'disable_on_change'>
  /** The same text, on until now, with a high finding (SYN-07). */
  | Rewritten<'block'>
  | (Existing<'keep'> & {
      readonly refresh: RowRefresh | null;
      readonly findings: readonly ScanFinding[];
    })
  /** Gone upstream: kept, marked and off (SYN-04). */
  | Existing<'orphan'>
  /** The row moved under the sync; it is left alone and told. */
  | Of<'retry'>;

/** What a sync does to every row and for every incoming skill; pure, in the order it is to be carried out. */
export function syncPlan(facts: SyncFacts): readonly SyncAction[] {
  const rows = new Map(facts.rows.map((row) => [row.skill.identifier, row]));
  const incoming = new Map<string, IncomingSkill>();
  for (const skill of facts.incoming) {
    if (!incoming.has(skill.identifier)) incoming.set(skill.identifier, skill);
  }
  return [
    ...[...incoming.values()].map((skill) =>
      planIncoming(facts, skill, rows.get(skill.identifier) ?? null),
    ),
    ...facts.rows
      .filter(({ skill }) => !skill.orphaned && !facts.present.has(skill.identifier))
      .filter(({ skill }) => mayOrphan(facts, skill.identifier))
      .map(({ skill }): SyncAction => ({
        action: 'orphan',
        identifier: skill.identifier,
        skill,
      })),
  ];
}

/**
 * Whether a skill that is not there upstream counts as gone: its repository was listed in full, or the marketplace no longer
 * names it. One that is named and was not reached is protected (SYN-04).
 */
export function mayOrphan(
  facts: Pick<SyncFacts, 'source' | 'reached' | 'listed'>,
  identifier: string,
): boolean {
  if (facts.source.type !== 'marketplace') return facts.reached.size > 0;
  const repository = identifier.split('/').slice(0, 2).join('/');
  return facts.reached.has(repository) || !facts.listed.has(repository);
}

function planIncoming(
  { source }: SyncFacts,
  { identifier, content }: IncomingSkill,
  row: SyncedRow | null,
): SyncAction {
  if (content.kind === 'unchanged' && (row === null || !isIntact(row.skill))) {
    return { action: 'retry', identifier };
  }
  const version = content.kind === 'read' ? content.skill.version : row?.skill.version;
  if (version === undefined) return { action: 'retry', identifier };
  const findings = scanSkill(version);
  const isHigh = findings.some(({ severity }) => severity === 'high');
  const blocked: SkillAuditEvent[] = isHigh ? ['injection_blocked'] : [];
  const text = {
    version,
    digest:
      row !== null && isSame(row.skill, version) ? digestOf(row.skill) : versionDigest(version),
    bodyChecksum: bodyChecksum(version.body),
    rawFrontMatter:
      content.kind === 'read' ? content.skill.rawFrontMatter : (row?.rawFrontMatter ?? ''),
  };
  if (row === null) {
    const enabled = source.type === 'single_file' && !isHigh;
    const events: SkillAuditEvent[] = ['ingest_created', ...blocked];
    return { action: 'create', identifier, text, enabled, findings, events };
  }
  const { skill } = row;
  const rewritten = { identifier, skill, text, findings };
  if (!isSame(skill, version)) {
    return skill.enabled
      ? {
          ...rewritten,
          action: 'disable_on_change',
          enabled: false,
          events: ['ingest_disabled_on_change', ...blocked],
        }
      : { ...rewritten, action: 'update', enabled: false, events: ['ingest_updated', ...blocked] };
  }
  if (skill.enabled && isHigh) {
    return { ...rewritten, action: 'block', enabled: false, events: blocked };
  }
  if (skill.orphaned || (skill.storedDigest !== null && !isIntact(skill))) {
    const enabled = skill.enabled && !skill.orphaned;
    return { ...rewritten, action: 'update', enabled, events: ['ingest_updated'] };
  }
  return { action: 'keep', identifier, skill, findings, refresh: refreshOf(row, text, source) };
}

/** The digest a row's text is compared by: the stored one, or for a legacy row that of its stored fields (DIG-08). */
function digestOf(skill: Skill): string {
  return skill.storedDigest ?? versionDigest(skill.version);
}

function isSame(skill: Skill, version: SkillVersion): boolean {
  return hashesTo(version, digestOf(skill));
}

function isIntact(skill: Skill): boolean {
  return skill.storedDigest !== null && hashesTo(skill.version, skill.storedDigest);
}

function refreshOf(
  { skill, rawFrontMatter }: SyncedRow,
  text: WrittenText,
  source: SyncFacts['source'],
): RowRefresh | null {
  const refresh: RowRefresh = {
    ...(skill.storedDigest === null ? { storedDigest: text.digest } : {}),
    ...(skill.bodyChecksum === text.bodyChecksum ? {} : { bodyChecksum: text.bodyChecksum }),
    ...(skill.copiedTrustLevel === source.trustLevel
      ? {}
      : { copiedTrustLevel: source.trustLevel }),
    ...(rawFrontMatter === text.rawFrontMatter ? {} : { rawFrontMatter: text.rawFrontMatter }),
  };
  return Object.keys(refresh).length === 0 ? null : refresh;
}
