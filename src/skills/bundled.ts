import { AppError, isAppError } from '../base/index.ts';
import { insertWrittenSkill, textOf, writeSkill, writtenVersion } from './skill-writing.ts';
import type { SkillServiceDeps } from './skill-service-deps.ts';
import { parseSkillMarkdown } from './skill-markdown.ts';
import type { Skill, SkillVersion } from './skill.ts';
import { versionDigest } from './version-digest.ts';

/** A process that comes with the product, as SKILL.md text. */
export interface BundledText {
  /** Its identifier for ever: `seo`, `text-de`. */
  readonly identifier: string;
  readonly text: string;
}

export interface SeedResult {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  /** Edited by people since; left alone although the bundled text differs. */
  readonly kept: readonly string[];
}

const SOURCE_TITLE = 'Vouch';

/**
 * Brings the bundled processes in at start; running it again changes nothing. A new one becomes an enabled, unapproved
 * skill of the first-party source "Vouch", attached on demand to `configurationUid`. A text that a later release changed
 * arrives as an edit, unapproved like any edit, and only where no person ever edited the row. Throws `skill_invalid` for a
 * text that cannot be read.
 */
export async function seedBundledProcesses(
  deps: Pick<SkillServiceDeps, 'store' | 'transactions' | 'clock'>,
  texts: readonly BundledText[],
  options: { readonly configurationUid: number | null },
): Promise<SeedResult> {
  const created: string[] = [];
  const updated: string[] = [];
  const kept: string[] = [];
  for (const bundled of texts) {
    const version = versionOf(bundled);
    const skill = await deps.store.bundledSkill(bundled.identifier);
    if (skill === null) {
      const isNew = await createBundled(deps, bundled, { ...options, version });
      if (isNew) created.push(bundled.identifier);
      continue;
    }
    if (versionDigest(writtenVersion(version)) === versionDigest(skill.version)) continue;
    const edited = (await deps.store.history(skill.uid)).some((row) => row.userId !== null);
    if (edited) {
      kept.push(bundled.identifier);
      continue;
    }
    const isUpdated = await updateBundled(deps, skill, version);
    (isUpdated ? updated : kept).push(bundled.identifier);
  }
  return { created, updated, kept };
}

/** Returns false when a person's edit got in between: that wins. */
async function updateBundled(
  deps: Pick<SkillServiceDeps, 'store' | 'transactions' | 'clock'>,
  skill: Skill,
  version: SkillVersion,
): Promise<boolean> {
  try {
    await writeSkill(deps, skill.uid, {
      actor: 'system',
      changes: textOf(version),
      event: 'bundled_updated',
      baseDigest: versionDigest(skill.version),
    });
    return true;
  } catch (error) {
    if (isAppError(error, 'skill_changed')) return false;
    throw error;
  }
}

function versionOf({ identifier, text }: BundledText): SkillVersion {
  const parsed = parseSkillMarkdown(text);
  if (parsed.ok) return parsed.skill.version;
  const { line, message } = parsed.error;
  throw new AppError(
    'skill_invalid',
    `The bundled process "${identifier}" cannot be read, line ${String(line)}: ${message}`,
    { data: { identifier, line } },
  );
}

async function createBundled(
  deps: Pick<SkillServiceDeps, 'store' | 'transactions' | 'clock'>,
  bundled: BundledText,
  options: { readonly version: SkillVersion; readonly configurationUid: number | null },
): Promise<boolean> {
  return deps.transactions.transact(async (transaction) => {
    const writer = deps.store.within(transaction);
    await writer.lockBundled();
    // Asked again under the lock: two servers may start together.
    if ((await writer.bundledSkill(bundled.identifier)) !== null) return false;
    const atMs = deps.clock.now();
    const source =
      (await writer.bundledSource()) ??
      (await writer.insertSource({
        type: 'backend',
        title: SOURCE_TITLE,
        trustLevel: 'first_party',
        enabled: true,
        bundled: true,
      }));
    const skill = await insertWrittenSkill(writer, source, {
      text: options.version,
      identifier: bundled.identifier,
      enabled: true,
      bundledIdentifier: bundled.identifier,
      author: 'system',
      atMs,
    });
    if (options.configurationUid !== null) {
      const { configurationUid } = options;
      await writer.setAttachment({ configurationUid, skillUid: skill.uid, loadMode: 'on_demand' });
    }
    return true;
  });
}
