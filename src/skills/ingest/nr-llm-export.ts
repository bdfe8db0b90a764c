import { z } from 'zod';
import { AppError, normaliseLineEnds } from '../../base/index.ts';
import { normaliseAllowedTools, splitAllowedTools } from '../allowed-tools.ts';
import type { SkillVersion } from '../skill.ts';
import type { RemoteSourceType } from './source-location.ts';

/** Numbers as PHP exports them: 1, "1", true. */
const Count = z.coerce.number().int().default(0);
const Flag = z
  .union([z.boolean(), z.number(), z.string()])
  .default(0)
  .transform((value) => value === true || Number(value) === 1);
const Text = z
  .union([z.string(), z.number(), z.null()])
  .default('')
  .transform((value) => (value === null ? '' : String(value)));

/** A row of `tx_nrllm_skill_source` (facts §1). Columns nobody reads are left out. */
const SourceRow = z.object({
  uid: z.coerce.number().int(),
  title: Text,
  type: Text,
  url: Text,
  ref: Text,
  github_token: Text,
  trust_level: Text,
  expected_fingerprint: Text,
  enabled: Flag.default(true),
  hidden: Flag,
  deleted: Flag,
});
export type NrLlmSource = z.infer<typeof SourceRow>;

/** A row of `tx_nrllm_skill` (facts §1). */
const SkillRow = z.object({
  uid: Count,
  source: z.coerce.number().int().optional(),
  source_uid: z.coerce.number().int().optional(),
  identifier: Text,
  name: Text,
  description: Text,
  body: Text,
  body_checksum: Text,
  raw_frontmatter: z.unknown(),
  support_status: Text,
  allowed_tools: z.unknown(),
  trust_level: Text,
  data_class: Text,
  orphaned: Flag,
  enabled: Flag,
  hidden: Flag,
  deleted: Flag,
});
export type NrLlmSkill = z.infer<typeof SkillRow>;

const Export = z.union([
  z.object({ tx_nrllm_skill_source: z.array(SourceRow), tx_nrllm_skill: z.array(SkillRow) }),
  z
    .object({ sources: z.array(SourceRow), skills: z.array(SkillRow) })
    .transform(({ sources, skills }) => ({
      tx_nrllm_skill_source: sources,
      tx_nrllm_skill: skills,
    })),
]);

export interface NrLlmExport {
  readonly sources: readonly NrLlmSource[];
  readonly skills: readonly NrLlmSkill[];
}

/**
 * Reads an export: an object with the lists `tx_nrllm_skill_source` and `tx_nrllm_skill` (or `sources` and `skills`), one
 * object a row, columns by their names. Throws `invalid_request` with where it is not that.
 */
export function readNrLlmExport(json: string): NrLlmExport {
  let value: unknown;
  try {
    value = JSON.parse(json.replace(/^\uFEFF/, ''));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new AppError('invalid_request', `The export is not JSON: ${reason}`);
  }
  const isByTable = typeof value === 'object' && value !== null && 'tx_nrllm_skill' in value;
  const read = (isByTable ? Export.options[0] : Export.options[1]).safeParse(value);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new AppError(
      'invalid_request',
      `The export has not the expected form: ${issue?.path.map(String).join('.') ?? ''} ${issue?.message ?? ''}`.trim(),
    );
  }
  return { sources: read.data.tx_nrllm_skill_source, skills: read.data.tx_nrllm_skill };
}

/** The stored fields as a version, without a process marker: older rows have none. */
export function versionOf(row: NrLlmSkill): SkillVersion {
  return {
    name: normaliseLineEnds(row.name),
    description: normaliseLineEnds(row.description),
    body: normaliseLineEnds(row.body),
    supportStatus: row.support_status === 'full' ? 'full' : 'partial',
    allowedTools: toolsOf(row.allowed_tools),
    process: false,
  };
}

/** The column there: empty = no declaration, else JSON; what cannot be read grants nothing (decisions §21). */
function toolsOf(column: unknown): string[] | null {
  if (column === null || column === undefined || column === '') return null;
  const value = typeof column === 'string' ? parsed(column) : column;
  if (!Array.isArray(value)) return [];
  const names = value.filter((name): name is string => typeof name === 'string');
  return normaliseAllowedTools(names.flatMap(splitAllowedTools));
}

/** The parsed mapping as JSON, as that system keeps it. */
export function rawOf(column: unknown): string | null {
  if (column === null || column === undefined || column === '') return null;
  return typeof column === 'string' ? column : JSON.stringify(column);
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** `null` for a type Vouch does not know. */
export function typeOf(type: string): RemoteSourceType | 'backend' | null {
  return type === 'single_file' || type === 'repo' || type === 'marketplace' || type === 'backend'
    ? type
    : null;
}

/** The source a row names; `undefined` when it names none. */
export function sourceUidOf(row: NrLlmSkill): number | undefined {
  return row.source ?? row.source_uid;
}
