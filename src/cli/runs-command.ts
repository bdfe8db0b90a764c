import { Command } from 'commander';
import { AppError } from '../base/index.ts';
import { DenialReason, isTerminal, type RunView } from '../contracts/index.ts';
import type { Vouch } from '../app/index.ts';
import { acting, common, say, type Acting, type Common } from './acting.ts';
import { checked, invalid } from './checked.ts';
import { EXIT } from './exit-codes.ts';
import { app } from './open.ts';
import { decidedText, eventLine, NOT_SHOWN, runLine, runText, staleLine } from './runs-text.ts';
import type { Screen } from './tour-screen.ts';

/** How often `--follow` looks for new events. */
const LOOK_MS = 500;

/** `vouch runs`: what runs do and did, and deciding those that are no process. */
export function runsCommand(): Command {
  const runs = new Command('runs').description(
    'list, follow, cancel and decide runs; a process is decided in its conversation',
  );
  runs.addHelpText(
    'after',
    [
      '',
      'A run is named by its uuid, or by an end of it that only one of the newest runs has.',
      `Exit code: ${String(EXIT.done)} done, ${String(EXIT.refused)} refused, ${String(EXIT.unfinished)} the run ended without success.`,
    ].join('\n'),
  );
  add(runs, 'list', 'the newest runs you may read').action(
    async (options: Common, command: Command) => {
      await acting(command, options, async ({ vouch, actor }) => {
        const list = await vouch.runtime.list(actor);
        say(options, list, () => list.map(runLine).join('') || 'There are no runs you may read.\n');
      });
    },
  );
  add(
    runs,
    'stale',
    'runs that ask for an operator: interrupted, not picked up, or ended for good',
  ).action(async (options: Common, command: Command) => {
    await acting(command, options, async ({ vouch, actor }) => {
      const list = await vouch.runtime.stale(actor);
      say(options, list, () => list.map(staleLine).join('') || 'No run asks for an operator.\n');
    });
  });
  add(runs, 'show <run>', 'state, waiting card and timeline').action(
    async (name: string, options: Common, command: Command) => {
      await acting(command, options, async (who) => {
        const run = await findRun(who, name);
        const events = await who.vouch.runtime.events(run.uuid, 0, who.actor);
        say(
          options,
          { run, events },
          () => `${runText(run, SCREEN)}\n${events.map(eventLine).join('')}`,
        );
      });
    },
  );
  add(runs, 'events <run>', 'the log of a run, one event a line')
    .option('--follow', 'stay until the run has ended')
    .option('--after <sequence>', 'only events after this one (default: all)')
    .action(
      async (
        name: string,
        options: Common & { follow?: boolean; after?: string },
        command: Command,
      ) => {
        await acting(command, options, (who) => tell(who, name, options));
      },
    );
  add(runs, 'cancel <run>', 'end a run, whatever it is doing').action(
    async (name: string, options: Common, command: Command) => {
      await acting(command, options, async (who) => {
        const { uuid } = await findRun(who, name);
        const cancelled = await who.vouch.runtime.cancel(uuid, who.actor);
        if (!cancelled) process.exitCode = EXIT.refused;
        say(options, { uuid, cancelled }, () =>
          cancelled ? `Cancelled ${uuid}.\n` : `${uuid} had already ended.\n`,
        );
      });
    },
  );
  addDecisions(runs);
  return runs;
}

function addDecisions(runs: Command): void {
  add(runs, 'approve <run>', 'approve the card that waits')
    .requiredOption('--card <digest>', 'the card, as `vouch runs show` printed it (required)')
    .action(async (name: string, options: Common & { card: string }, command: Command) => {
      await decided(command, { name, options }, async ({ vouch, actor }, uuid) => {
        await mustBeShown({ vouch, actor }, uuid, options.card);
        const decision = { approved: true, cardDigest: options.card } as const;
        return vouch.runtime.inbox.approve(uuid, decision, { actor });
      });
    });
  add(runs, 'deny <run>', 'decline the card that waits')
    .requiredOption('--card <digest>', 'the card, as `vouch runs show` printed it (required)')
    .option('--reason <reason>', `why: ${DenialReason.options.join(', ')}`)
    .action(
      async (
        name: string,
        options: Common & { card: string; reason?: string },
        command: Command,
      ) => {
        const reason = checked(DenialReason.optional(), options.reason, () => '--reason');
        const given = reason === undefined ? {} : { reason };
        await decided(command, { name, options }, ({ vouch, actor }, uuid) =>
          vouch.runtime.inbox.approve(
            uuid,
            { approved: false, cardDigest: options.card, ...given },
            { actor },
          ),
        );
      },
    );
  add(runs, 'answer <run>', 'answer the question that waits')
    .requiredOption('--card <digest>', 'the card, as `vouch runs show` printed it (required)')
    .requiredOption('--input <json>', 'the answer, such as \'{"choice":"yes"}\' (required)')
    .action(
      async (name: string, options: Common & { card: string; input: string }, command: Command) => {
        const input = objectOf(options.input);
        await decided(command, { name, options }, ({ vouch, actor }, uuid) =>
          vouch.runtime.inbox.submitInput(uuid, { cardDigest: options.card, input }, { actor }),
        );
      },
    );
}

const SCREEN: Screen = { locale: 'en', colour: false };

function add(runs: Command, name: string, description: string): Command {
  return common(runs.command(name).description(description));
}

/** Carries out a decision and says where the run stands then. */
async function decided(
  command: Command,
  asked: { readonly name: string; readonly options: Common },
  decide: (who: Acting, uuid: string) => ReturnType<Vouch['runtime']['inbox']['approve']>,
): Promise<void> {
  const { name, options } = asked;
  await acting(command, options, async (who) => {
    // Somebody with the approve grant may decide runs he may not read: their uuid is given in full.
    const { decidedRun } = await app();
    const view = decidedRun(await decide(who, await uuidOf(who, name)));
    const { outcome } = view;
    if (outcome === 'failed' || outcome === 'suspend_failed') process.exitCode = EXIT.unfinished;
    say(options, view, () => decidedText(view));
  });
}

/** A yes is offered for a card that shows what it would do, as in the inbox (HST-02). */
async function mustBeShown({ vouch, actor }: Acting, uuid: string, digest: string): Promise<void> {
  const waiting = await vouch.runtime.waiting(actor);
  const found = waiting.find(({ run }) => run.uuid === uuid && run.card?.digest === digest);
  if (found?.refusals.approve !== 'preview_failed') return;
  throw new AppError('invalid_request', NOT_SHOWN);
}

async function tell(
  { vouch, actor }: Acting,
  name: string,
  options: Common & { readonly follow?: boolean; readonly after?: string },
): Promise<void> {
  let after = Number(options.after ?? 0);
  if (!Number.isInteger(after)) throw invalid('--after takes a whole number.');
  const { uuid } = await findRun({ vouch, actor }, name);
  for (;;) {
    // The state first: whatever happened before it ended is in the log by then.
    const run = await vouch.runtime.status(uuid, actor);
    for (const event of await vouch.runtime.events(uuid, after, actor)) {
      after = event.sequence;
      say(options, event, () => eventLine(event));
    }
    if (options.follow !== true || run === null || isTerminal(run.status)) return;
    await vouch.clock.sleep(LOOK_MS);
  }
}

async function findRun({ vouch, actor }: Acting, name: string): Promise<RunView> {
  const uuid = await uuidOf({ vouch, actor }, name);
  const run = await vouch.runtime.status(uuid, actor);
  if (run === null)
    throw new AppError(
      'access_denied',
      `There is no run ${name} you may read; see: vouch runs list`,
    );
  return run;
}

async function uuidOf({ vouch, actor }: Acting, name: string): Promise<string> {
  const list = await vouch.runtime.list(actor);
  const found = list.filter(({ uuid }) => uuid.endsWith(name));
  if (found.length > 1)
    throw new AppError('not_found', `Several runs end with ${name}: name one by more of its uuid.`);
  return found[0]?.uuid ?? name;
}

function objectOf(json: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Readonly<Record<string, unknown>>;
    }
  } catch {
    // Said below.
  }
  throw invalid(`--input takes a JSON object, such as '{"choice":"yes"}'.`);
}
