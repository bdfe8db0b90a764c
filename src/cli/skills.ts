import { Command } from 'commander';
import { AppError, isAppError } from '../base/index.ts';
import type { SkillReview, SkillSummary } from '../contracts/index.ts';
import { acting, common, say, type Common } from './acting.ts';
import { findSkill } from './find-skill.ts';
import { addSourceCommands } from './skills-sources.ts';
import { addUseCommands } from './skills-use.ts';

/** `vouch skills`: what there is, what a version says, approve and revoke. */
export function skillsCommand(): Command {
  const skills = new Command('skills').description(
    'list, read, approve, revoke, switch, attach, sync and export skills',
  );
  common(
    skills.command('list').description('every skill with its current version and seal'),
  ).action(async (options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const list = await vouch.skills.list(actor);
      say(options, list, () => list.map((skill) => `${line(skill)}\n`).join(''));
    });
  });
  common(
    skills
      .command('show <skill>')
      .description('the exact text of the current version and its digest (identifier or uid)'),
  ).action(async (name: string, options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { uid } = await findSkill(vouch, actor, name);
      const review = await vouch.skills.review(uid, actor);
      say(options, review, () => text(review));
    });
  });
  common(
    skills
      .command('approve <skill>')
      .description('approve exactly the version with this digest')
      .requiredOption('--digest <digest>', 'as `vouch skills show` printed it (required)'),
  ).action(async (name: string, options: Decision, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const { uid } = await findSkill(vouch, actor, name);
      const review = await ofPresent(name, () => vouch.skills.approve(uid, options.digest, actor));
      say(options, review, () =>
        [
          `Approved ${review.version.name}, version ${review.digest}.\n`,
          ...review.reasons.map((reason) => `Note: ${reasonText(reason, name)}\n`),
        ].join(''),
      );
    });
  });
  common(
    skills
      .command('revoke <skill>')
      .description('revoke a version: it stops everywhere, also where it is in use')
      .option('--digest <digest>', 'the version (default: the only one that is approved)')
      .requiredOption('--reason <text>', 'why; kept in the audit (required)'),
  ).action(async (name: string, options: Revocation, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const skill = await findSkill(vouch, actor, name);
      const { reason } = options;
      const digest = options.digest ?? approvedDigest(skill);
      const review = await vouch.skills.revoke(skill.uid, { digest, reason }, actor);
      say(options, review, () => `Revoked ${skill.name}, version ${digest}.\n`);
    });
  });
  addUseCommands(skills);
  addSourceCommands(skills);
  return skills;
}

/** What keeps an approved version from instructing, with what to do where that is a command. */
function reasonText(reason: string, name: string): string {
  if (reason === 'disabled') return `it is switched off. Next: vouch skills enable ${name}`;
  if (reason === 'not_admitted') {
    return 'its source is switched off, or trusted with less than a skill needs to come in. See: vouch skills sources; vouch skills change-source <source> --on --trust …';
  }
  return reason;
}

/** Says of a digest that is not the present one which that is: at a prompt there is no page that was shown. */
async function ofPresent<T>(name: string, decide: () => Promise<T>): Promise<T> {
  try {
    return await decide();
  } catch (error) {
    if (!isAppError(error, 'skill_changed')) throw error;
    const { digest } = error.data as { readonly digest?: string };
    throw new AppError(
      'skill_changed',
      `The digest is not that of the present version${digest === undefined ? '' : `, ${digest}`}. Nothing was approved. Read it: vouch skills show ${name}`,
      { data: { ...error.data }, cause: error },
    );
  }
}

/** The version to revoke where none was named. Throws `not_found` with what to do unless exactly one is approved. */
export function approvedDigest({
  identifier,
  versions,
}: Pick<SkillSummary, 'identifier' | 'versions'>): string {
  const approved = versions.filter(({ seal }) => seal === 'approved');
  const [version, ...others] = approved;
  if (version === undefined) {
    throw new AppError('not_found', `No version of ${identifier} is approved.`);
  }
  if (others.length > 0) {
    throw new AppError(
      'not_found',
      `Several versions of ${identifier} are approved; say which with --digest: ${approved.map(({ digest }) => digest).join(', ')}`,
    );
  }
  return version.digest;
}

interface Revocation extends Common {
  readonly digest?: string;
  readonly reason: string;
}

interface Decision extends Common {
  readonly digest: string;
}

function text({ version, digest }: SkillReview): string {
  return [
    version.name,
    version.description,
    `tools: ${version.allowedTools === null ? '(no declaration)' : version.allowedTools.join(', ')}`,
    `process: ${version.process ? 'yes' : 'no'}`,
    '',
    version.body.trimEnd(),
    '',
    `digest: ${digest}`,
    '',
  ].join('\n');
}

function line(skill: SkillSummary): string {
  const current = skill.versions.find((version) => version.current);
  return [
    skill.identifier.padEnd(16),
    (current?.digest.slice(0, 10) ?? '(no digest)').padEnd(12),
    (current?.seal ?? 'not_approved').padEnd(13),
    skill.process ? 'process ' : '        ',
    skill.enabled ? '' : '(disabled) ',
    skill.name,
  ].join('');
}
