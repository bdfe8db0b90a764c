import { z } from 'zod';
import {
  actorIdOf,
  isAdministrator,
  isInitiatorOf,
  mayActOnRun,
  type Actor,
} from '../actors/index.ts';
import {
  isWaiting,
  Progress,
  RecordRef,
  type HeldProcess,
  type PendingCard,
  type RunEvent,
  type RunView,
} from '../contracts/index.ts';
import type { Pin } from '../skills/index.ts';
import type { RuntimeContext } from './deps.ts';
import { createRunCodec } from './run-codec.ts';
import type { RunRow } from './run-store.ts';

const UNREADABLE = 'The stored state of this run cannot be read.';

/** A run as those who may read it see it; `null` when unknown or not theirs. */
export async function viewRun(
  context: RuntimeContext,
  uuid: string,
  actor: Actor,
): Promise<RunView | null> {
  const run = await context.store.run(uuid);
  if (run === null || !mayActOnRun(actor, run, 'agent:read')) return null;
  return readableView(await toView(context, run), run, actor);
}

/** Which of the runs somebody may read are listed. */
export interface ListedRuns {
  /** Default 50. */
  readonly limit?: number;
  /** Leaves out what other people started, for those who may read it. Default `false`. */
  readonly isOwnOnly?: boolean;
}

/** The runs somebody may read, newest first: everybody's for an administrator, one's own otherwise. */
export async function listRuns(
  context: RuntimeContext,
  actor: Actor,
  { limit = 50, isOwnOnly = false }: ListedRuns,
): Promise<readonly RunView[]> {
  const readsAll =
    isAdministrator(actor) ||
    (actor.kind === 'service' && mayActOnRun(actor, { initiatorUserId: null }, 'agent:read'));
  if (actor.kind !== 'user' && !readsAll) return [];
  const isEverybodys = readsAll && !(isOwnOnly && actor.kind === 'user');
  const whose = isEverybodys ? null : actorIdOf(actor);
  const runs = await context.store.recent(whose, limit);
  const viewOf = await viewing(context, runs);
  return runs.map((run) => readableView(viewOf(run), run, actor));
}

/**
 * What was said in a run is for the person who started it: anybody else sees what happened. A card stays for who may answer
 * it (SEC-05).
 */
function readableView(view: RunView, run: RunRow, actor: Actor): RunView {
  if (isTheirs(actor, run)) return view;
  const answers = isWaiting(run.status) && mayActOnRun(actor, run, 'agent:approve');
  return { ...withoutWords(view), card: answers ? view.card : null };
}

/** Without what was said in the run. That something of it cannot be read was not. */
export function withoutWords(view: RunView): RunView {
  return { ...view, message: view.message === UNREADABLE ? UNREADABLE : null };
}

/** Whether the run is of the person who asks, or of a program that asks as one. */
function isTheirs(actor: Actor, run: RunRow): boolean {
  return actor.kind === 'service' ? run.initiatorUserId === null : isInitiatorOf(actor, run);
}

export async function readEvents(
  context: RuntimeContext,
  read: { readonly uuid: string; readonly afterSequence: number },
  actor: Actor,
): Promise<readonly RunEvent[]> {
  const run = await context.store.run(read.uuid);
  if (run === null || !mayActOnRun(actor, run, 'agent:read')) return [];
  return context.store.events(read.uuid, read.afterSequence);
}

/** What the log keeps of the start; older logs lack names and subject. */
const Assembled = z.object({
  pins: z
    .array(
      z.object({
        skillUid: z.number(),
        digest: z.string(),
        name: z.string().default(''),
        process: z.boolean().default(false),
      }),
    )
    .default([]),
  subject: RecordRef.nullable().default(null),
});

export async function toView(context: RuntimeContext, run: RunRow): Promise<RunView> {
  await knowTools(context, [run]);
  return viewFrom(context, run, await context.store.latestEvents([run.uuid], SHOWN_EVENTS));
}

/** How each of many runs is viewed; what their logs say is read once for all. */
export async function viewing(
  context: RuntimeContext,
  runs: readonly RunRow[],
): Promise<(run: RunRow) => RunView> {
  await knowTools(context, runs);
  const uuids = runs.map(({ uuid }) => uuid);
  const latest = await context.store.latestEvents(uuids, SHOWN_EVENTS);
  const byRun = new Map<string, RunEvent[]>();
  for (const event of latest) {
    byRun.set(event.runUuid, [...(byRun.get(event.runUuid) ?? []), event]);
  }
  return (run) => viewFrom(context, run, byRun.get(run.uuid) ?? []);
}

/** Who may approve a card hangs on its tools, those of other servers among them. */
async function knowTools(context: RuntimeContext, runs: readonly RunRow[]): Promise<void> {
  if (runs.some(({ status }) => status === 'waiting_for_approval')) await context.tools.refresh?.();
}

/** A card with whether only administrators may approve it, as the tools are now. */
function withApprovers(context: RuntimeContext, card: PendingCard | null): PendingCard | null {
  if (card?.kind !== 'approval') return card;
  const isTheirs = card.calls.some(
    ({ tool, effect }) =>
      effect !== 'read_only' && context.tools.tool(tool)?.requiresAdministrator === true,
  );
  return isTheirs ? { ...card, forAdministrators: true } : card;
}

/** Events a view tells of. */
const SHOWN_EVENTS = ['assembled', 'progress', 'highlight'] as const;

function viewFrom(context: RuntimeContext, run: RunRow, latest: readonly RunEvent[]): RunView {
  const codec = createRunCodec(context.sealer);
  const waiting = isWaiting(run.status);
  const suspended = waiting && run.unreadable !== true ? codec.openSuspended(run) : null;
  const card = withApprovers(context, suspended?.card ?? null);
  const text = suspended?.text ?? codec.openText(run);
  const said = (of: (typeof SHOWN_EVENTS)[number]) => latest.find(({ kind }) => kind === of);
  const assembled = Assembled.safeParse(said('assembled')?.payload).data ?? Assembled.parse({});
  const held = processOf(run.pins);
  const progress = said('progress');
  const highlight = said('highlight');
  const unreadable =
    run.unreadable === true || (waiting && card === null) || (run.text !== null && text === null);
  return {
    uuid: run.uuid,
    status: run.status,
    termination: run.termination,
    message: unreadable ? UNREADABLE : text,
    holdsProcessPin: run.processSkillUid !== null,
    processSkillUid: run.processSkillUid,
    heldProcess: held,
    process: held ?? processOf(assembled.pins),
    subject: run.subject ?? assembled.subject,
    conversationUuid: run.wake.topic === 'conversation' ? run.wake.id : null,
    initiatorUserId: run.initiatorUserId,
    configurationUid: run.configurationUid,
    card,
    progress: Progress.safeParse(progress?.payload).data ?? null,
    highlight: RecordRef.safeParse(highlight?.payload['target']).data ?? null,
    createdAtMs: run.createdAtMs,
    finishedAtMs: run.finishedAtMs,
  };
}

function processOf(
  pins: readonly (Pick<Pin, 'skillUid' | 'name' | 'digest' | 'process'> &
    Partial<Pick<Pin, 'sourceUid'>>)[],
): HeldProcess | null {
  const pin = pins.find(({ process }) => process);
  if (pin === undefined) return null;
  const { skillUid, name, digest, sourceUid } = pin;
  return { skillUid, name, digest, ...(sourceUid === undefined ? {} : { sourceUid }) };
}
