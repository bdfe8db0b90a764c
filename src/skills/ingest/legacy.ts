import { sha256Hex } from '../../base/index.ts';
import { normaliseAllowedTools } from '../allowed-tools.ts';
import { readFrontMatter } from '../front-matter.ts';
import { RefusedMarkdown } from '../skill-markdown-error.ts';
import type { SkillVersion } from '../skill.ts';
import { supportStatusOf } from '../support-status.ts';
import { bodyChecksum, normaliseVersion } from '../version-digest.ts';

/** Which stored field of a legacy row is not what its sync wrote. */
export type LegacyFault =
  | 'body'
  | 'front_matter_missing'
  | 'front_matter_unreadable'
  | 'name'
  | 'description'
  | 'allowed_tools'
  | 'support_status';

export type LegacyVerdict =
  | { readonly ok: true; readonly version: SkillVersion }
  | { readonly ok: false; readonly fault: LegacyFault };

/**
 * Whether a row without a digest is still what its sync wrote (DIG-09): the body against its checksum, name, description and
 * tools against the front matter the sync kept. The process marker, which older rows did not have, comes from there too.
 */
export function legacyVerdict(row: {
  readonly version: SkillVersion;
  readonly bodyChecksum: string;
  /** As written, or JSON of the parsed mapping as older systems keep it. */
  readonly rawFrontMatter: string | null;
}): LegacyVerdict {
  const fault = (name: LegacyFault): LegacyVerdict => ({ ok: false, fault: name });
  const { body } = row.version;
  if (![bodyChecksum(body), sha256Hex(body)].includes(row.bodyChecksum)) return fault('body');
  if (row.rawFrontMatter === null || row.rawFrontMatter.trim() === '') {
    return fault('front_matter_missing');
  }
  const derived = derive(row.rawFrontMatter);
  if (derived === null) return fault('front_matter_unreadable');
  const stored = normaliseVersion(row.version);
  const allowedTools = normaliseAllowedTools(derived.allowedTools);
  const version = normaliseVersion({
    ...derived,
    allowedTools,
    body,
    supportStatus: supportStatusOf({ body, allowedTools }),
  });
  if (version.name !== stored.name) return fault('name');
  if (version.description !== stored.description) return fault('description');
  if (JSON.stringify(version.allowedTools) !== JSON.stringify(stored.allowedTools)) {
    return fault('allowed_tools');
  }
  return version.supportStatus === stored.supportStatus
    ? { ok: true, version }
    : fault('support_status');
}

function derive(raw: string):
  | (Pick<SkillVersion, 'name' | 'description' | 'process'> & {
      readonly allowedTools: readonly string[] | null;
    })
  | null {
  try {
    const { name, description, allowedTools, process } = readFrontMatter(asYaml(raw));
    return { name, description, allowedTools, process };
  } catch (error) {
    if (error instanceof RefusedMarkdown) return null;
    throw error;
  }
}

/** JSON as YAML reads it without surprise: one spelling of every escape. */
function asYaml(raw: string): string {
  try {
    return JSON.stringify(JSON.parse(raw));
  } catch {
    return raw;
  }
}
