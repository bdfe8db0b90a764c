import { Command } from 'commander';
import { PlaygroundRequest, type Rehearsal } from '../contracts/index.ts';
import { acting, common, say, type Acting, type Common } from './acting.ts';
import { checked } from './checked.ts';
import { findConfiguration } from './find-named.ts';
import { findSkill } from './find-skill.ts';
import { readNamed } from './standard-input.ts';
import { wholeNumber } from './stopping.ts';
import { printable } from './tour-screen.ts';

interface Asked extends Common {
  readonly configuration?: string;
  readonly system?: string;
  readonly rounds?: number;
  readonly tool?: readonly string[];
  readonly withoutTools?: boolean;
  readonly skill?: readonly string[];
  readonly snippet?: readonly string[];
}

/** `vouch playground`: what a configuration would be sent, and runs to try it. */
export function playgroundCommand(): Command {
  const playground = new Command('playground').description(
    'try a configuration: what would be sent, or a run of your own; administrators only',
  );
  asking(
    playground
      .command('rehearse <text>')
      .description('show the exact first request; nothing is sent'),
  ).action(async (text: string, options: Asked, command: Command) => {
    await acting(command, options, async (who) => {
      const request = await requestOf(who, text, options);
      const rehearsal = await who.vouch.playground.rehearse(request, who.actor);
      say(options, rehearsal, () => rehearsalText(rehearsal));
    });
  });
  asking(
    playground
      .command('run <text>')
      .description('start a run; a server or worker takes it up, and vouch runs follows it'),
  ).action(async (text: string, options: Asked, command: Command) => {
    await acting(command, options, async (who) => {
      const request = await requestOf(who, text, options);
      const started = await who.vouch.playground.start(request, who.actor);
      say(
        options,
        started,
        () => `Started ${started.uuid}. Next: vouch runs events ${started.uuid} --follow\n`,
      );
    });
  });
  return playground;
}

const collect = (text: string, before: readonly string[] = []) => [...before, text];

function asking(command: Command): Command {
  return common(command)
    .option('--configuration <identifier>', 'which one (default: the default configuration)')
    .option(
      '--system <file>',
      'a system message instead of the configuration’s prompt (- reads standard input)',
    )
    .option('--rounds <number>', 'model calls at most', wholeNumber)
    .option('--tool <name>', 'only this tool; may be given several times', collect)
    .option('--without-tools', 'no tool at all')
    .option(
      '--skill <skill>',
      'a skill beside the configuration’s (identifier or uid); may be given several times',
      collect,
    )
    .option(
      '--snippet <uid>',
      'a snippet beside the configuration’s; may be given several times',
      collect,
    );
}

async function requestOf(
  { vouch, actor }: Acting,
  text: string,
  options: Asked,
): Promise<PlaygroundRequest> {
  const found = await findConfiguration(vouch, options.configuration);
  return checked(PlaygroundRequest, {
    configurationUid: found.uid,
    text,
    systemMessage: options.system === undefined ? undefined : await readNamed(options.system),
    maxIterations: options.rounds,
    tools: options.withoutTools === true ? [] : options.tool,
    skillUids: await Promise.all(
      (options.skill ?? []).map(async (name) => (await findSkill(vouch, actor, name)).uid),
    ),
    snippetUids: (options.snippet ?? []).map(Number),
  });
}

function rehearsalText(rehearsal: Rehearsal): string {
  const { model, fits, estimatedTokens, budgetTokens, messages, tools, notices } = rehearsal;
  return [
    `${model}: about ${String(estimatedTokens)} of ${String(budgetTokens)} tokens${fits ? '' : ', which does not fit'}`,
    ...notices.map(({ code, data }) => `note: ${code} ${printable(JSON.stringify(data))}`),
    ...messages.flatMap(({ role, content }) => ['', `── ${role}`, printable(content)]),
    ...(tools.length === 0 ? [] : ['', `── tools: ${tools.map(({ name }) => name).join(', ')}`]),
  ]
    .map((line) => `${line}\n`)
    .join('');
}
