import { Command } from 'commander';
import type { SkillSummary } from '../contracts/index.ts';
import { actingUser } from './acting-user.ts';
import { findSkill } from './find-skill.ts';
import { withVouch } from './open.ts';
import { addSourceCommands } from './skills-sources.ts';

/** `vouch skills`: what there is, what a version says, approve and revoke. */
export function skillsCommand(): Command {
  const skills = new Command('skills').description(
    'list, read, approve, revoke, sync and export skills',
  );
  skills
    .command('list')
    .description('every skill with its current version and seal')
    .option('--as <e-mail>', 'act for this person')
    .option('--json', 'machine-readable output')
    .action(async (options: { as?: string; json?: boolean }, command: Command) => {
      await withVouch(command, async (vouch) => {
        const list = await vouch.skills.list(await actingUser(vouch, options.as));
        process.stdout.write(
          options.json === true
            ? `${JSON.stringify(list)}\n`
            : list.map((skill) => `${line(skill)}\n`).join(''),
        );
      });
    });
  skills
    .command('show <skill>')
    .description('the exact text of the current version and its digest (identifier or uid)')
    .option('--as <e-mail>', 'act for this person')
    .option('--json', 'machine-readable output')
    .action(async (name: string, options: { as?: string; json?: boolean }, command: Command) => {
      await withVouch(command, async (vouch) => {
        const actor = await actingUser(vouch, options.as);
        const review = await vouch.skills.review((await findSkill(vouch, actor, name)).uid, actor);
        if (options.json === true) {
          process.stdout.write(`${JSON.stringify(review)}\n`);
          return;
        }
        const { version } = review;
        process.stdout.write(
          [
            version.name,
            version.description,
            `tools: ${version.allowedTools === null ? '(no declaration)' : version.allowedTools.join(', ')}`,
            `process: ${version.process ? 'yes' : 'no'}`,
            '',
            version.body.trimEnd(),
            '',
            `digest: ${review.digest}`,
            '',
          ].join('\n'),
        );
      });
    });
  skills
    .command('approve <skill>')
    .description('approve exactly the version with this digest')
    .requiredOption('--digest <digest>', 'as `vouch skills show` printed it')
    .option('--as <e-mail>', 'act for this person')
    .option('--json', 'machine-readable output')
    .action(async (name: string, options: Decision, command: Command) => {
      await withVouch(command, async (vouch) => {
        const actor = await actingUser(vouch, options.as);
        const skill = await findSkill(vouch, actor, name);
        const review = await vouch.skills.approve(skill.uid, options.digest, actor);
        if (options.json === true) {
          process.stdout.write(`${JSON.stringify(review)}\n`);
          return;
        }
        process.stdout.write(`Approved ${review.version.name}, version ${review.digest}.\n`);
        for (const reason of review.reasons) process.stdout.write(`Note: ${reason}\n`);
      });
    });
  skills
    .command('revoke <skill>')
    .description('revoke a version: it stops everywhere, also where it is in use')
    .requiredOption('--digest <digest>', 'the version')
    .requiredOption('--reason <text>', 'why; kept in the audit')
    .option('--as <e-mail>', 'act for this person')
    .option('--json', 'machine-readable output')
    .action(async (name: string, options: Decision & { reason: string }, command: Command) => {
      await withVouch(command, async (vouch) => {
        const actor = await actingUser(vouch, options.as);
        const skill = await findSkill(vouch, actor, name);
        const { digest, reason } = options;
        const review = await vouch.skills.revoke(skill.uid, { digest, reason }, actor);
        process.stdout.write(
          options.json === true
            ? `${JSON.stringify(review)}\n`
            : `Revoked ${skill.name}, version ${digest}.\n`,
        );
      });
    });
  addSourceCommands(skills);
  return skills;
}

interface Decision {
  readonly digest: string;
  readonly as?: string;
  readonly json?: boolean;
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
