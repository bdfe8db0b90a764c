import { actorMayUse, type Actor } from '../actors/index.ts';
import { isTerminal } from '../contracts/index.ts';
import type { Configuration } from '../models/index.ts';
import { intersectAllowList, type InputSource, type Tool } from '../tools/index.ts';
import type { RuntimeContext } from './deps.ts';
import { keepLease } from './heartbeat.ts';
import { resumeBlockedBy } from './input-gate.ts';
import { replay, type LoopState } from './journal.ts';
import { offeredTools, type OfferFacts } from './offered-tools.ts';
import { withEntries, type KnownRun } from './known-runs.ts';
import { createRunCodec, type StoredRequest, type SuspendedState } from './run-codec.ts';
import type { FailedPin } from './rules/failed-pins.ts';
import type { RunRow } from './run-store.ts';
import type { RunListener } from './runtime.ts';
import { Segment } from './segment.ts';
import { checkPins, liveAllowList, type ListingSkills, type PinCheck } from './skill-set.ts';
import { subjectReadable } from './subject.ts';

/** A run's sealed state, opened. */
export interface OpenedRun {
  readonly run: RunRow;
  readonly request: StoredRequest;
  readonly state: LoopState;
  readonly suspended: SuspendedState | null;
  /** Request and state, with what they were opened from. */
  readonly known: KnownRun;
}

/**
 * Opens what a run was asked and has done so far; `null` when any of it cannot be read. Of a run this process knows only
 * what its journal gained since then is read, as long as the newest entry known is still in its place.
 */
export async function openRun(context: RuntimeContext, run: RunRow): Promise<OpenedRun | null> {
  if (run.unreadable === true) return null;
  const codec = createRunCodec(context.sealer);
  const known = (await goneOnWith(context, run)) ?? (await openedAfresh(context, run));
  if (known === null) return null;
  const suspended = codec.openSuspended(run);
  if (run.suspended !== null && suspended === null) return null;
  context.known.keep(run.uuid, known);
  return { run, request: known.request, state: known.state, suspended, known };
}

/** A run this process knows, with the entries its journal gained since; `null` when it does not fit what is stored. */
async function goneOnWith(context: RuntimeContext, run: RunRow): Promise<KnownRun | null> {
  const known = context.known.of(run.uuid);
  if (known === null || known.last === null || known.sealedRequest !== run.request) return null;
  if (known.count > run.journalCount) return null;
  const [first, ...sealed] = await context.store.journal(run.uuid, known.count - 1);
  if (first !== known.last || known.count + sealed.length !== run.journalCount) return null;
  const entries = createRunCodec(context.sealer).openEntries(run.uuid, known.count, sealed);
  return entries === null ? null : withEntries(known, sealed, entries);
}

async function openedAfresh(context: RuntimeContext, run: RunRow): Promise<KnownRun | null> {
  const codec = createRunCodec(context.sealer);
  const request = codec.openRequest(run);
  const sealed = await context.store.journal(run.uuid);
  const entries = codec.openEntries(run.uuid, 0, sealed);
  if (request === null || entries === null || entries.length !== run.journalCount) return null;
  const sealedRequest = run.request ?? '';
  const state = replay([request.head]);
  const size = sealedRequest.length;
  return withEntries(
    { sealedRequest, request, count: 0, last: null, state, size },
    sealed,
    entries,
  );
}

/**
 * The same of a run somebody else may be working on. Row and journal are two reads: when something was recorded in between
 * they do not fit together, which is no broken state. Only a row that stayed as it was is unreadable (`opened: null`, as for
 * a run that has ended); `null` = it is gone.
 */
export async function openStanding(
  context: RuntimeContext,
  found: RunRow,
): Promise<{ readonly run: RunRow; readonly opened: OpenedRun | null } | null> {
  let run: RunRow | null = found;
  while (run !== null) {
    const opened = isTerminal(run.status) ? null : await openRun(context, run);
    if (opened !== null || isTerminal(run.status)) return { run, opened };
    const now = await context.store.run(run.uuid);
    // What a journal gains it counts, and it is lost with an event alone.
    const stood = now?.eventCount === run.eventCount && now.journalCount === run.journalCount;
    if (stood) return { run, opened: null };
    run = now;
  }
  return null;
}

/** What every pickup and resume finds out before anything else happens (PIN-03, API-02). */
export interface SegmentCheck {
  readonly configuration: Configuration | null;
  readonly actor: Actor | null;
  readonly pins: PinCheck;
  readonly failed: readonly FailedPin[];
  readonly subjectGone: boolean;
  readonly mayUse: boolean;
  /** What of the run the model may no longer see (TOL-05). */
  readonly blocked: InputSource | null;
}

export async function checkSegment(
  context: RuntimeContext,
  opened: OpenedRun,
): Promise<SegmentCheck> {
  const { run, request, state } = opened;
  const configuration = await context.configurations.configuration(run.configurationUid);
  const actor =
    request.actor.kind === 'user' ? await context.actors.user(request.actor.userId) : request.actor;
  // The section of a pin given back is still sent, so it is checked too; it binds the run to no card.
  const released = state.released.map((pin) => ({ ...pin, process: false }));
  const held = [...released, ...run.pins];
  const pins = await checkPins(context.skills, held, configuration?.requireSecondApprover ?? false);
  return {
    configuration,
    actor,
    pins,
    failed: pins.failed,
    subjectGone: actor !== null && !(await subjectReadable(context.content, run.subject, actor)),
    mayUse: actor !== null && configuration !== null && actorMayUse(actor, configuration),
    blocked:
      configuration === null
        ? null
        : await resumeBlockedBy(context, configuration, { ...run, pins: held }),
  };
}

/** The tools a segment offers: what the run stored, as far as its skills declare it now, through every gate (ALW-04). */
export async function segmentTools(
  context: RuntimeContext,
  segment: OfferingSegment,
): Promise<ReadonlyMap<string, Tool>> {
  return offeredTools(context, await segmentOffer(context, segment));
}

/** What the tools of a segment are decided by. */
export interface OfferingSegment {
  readonly configuration: Configuration;
  readonly actor: Actor;
  readonly head: LoopState['head'];
  readonly pinned: PinCheck['sections'];
  readonly run: Pick<
    RunRow,
    | 'uuid'
    | 'configurationUid'
    | 'subject'
    | 'processSkillUid'
    | 'invocation'
    | 'forcedSkillUids'
    | 'allowList'
  >;
}

/** The skills whose lists decide on the tools of a segment. */
export async function segmentSkills(
  context: RuntimeContext,
  { run, pinned }: OfferingSegment,
): Promise<ListingSkills> {
  const attachments = await context.skills.attachments(run.configurationUid);
  return {
    skillUids: [
      ...attachments.map(({ skillUid }) => skillUid),
      ...run.forcedSkillUids,
      ...(run.invocation === null ? [] : [run.invocation.skillUid]),
    ],
    pinned,
  };
}

export async function segmentOffer(
  context: RuntimeContext,
  segment: OfferingSegment,
): Promise<OfferFacts> {
  const { configuration, actor, head, run } = segment;
  const live = await liveAllowList(context.skills, await segmentSkills(context, segment));
  return {
    configuration,
    actor,
    allowList: intersectAllowList(run.allowList, live),
    requestedNames: head?.requestedTools ?? null,
    run: {
      uuid: run.uuid,
      subject: run.subject,
      processSkillUid: run.processSkillUid,
      invoked: run.invocation !== null,
      catalogueSize: head?.catalogue.entries.length ?? 0,
    },
  };
}

/** Starts a segment of a run whose checks have passed: decides once which tools it offers. */
export async function beginSegment(
  context: RuntimeContext,
  opened: OpenedRun,
  start: {
    readonly owner: string;
    readonly check: SegmentCheck & { readonly configuration: Configuration; readonly actor: Actor };
    readonly takenOver: boolean;
    readonly requeues: boolean;
    readonly listener: RunListener;
  },
): Promise<Segment> {
  const { run, state, request } = opened;
  const { configuration, actor, pins } = start.check;
  const { head } = state;
  const tools = await segmentTools(context, {
    configuration,
    actor,
    head,
    pinned: pins.sections,
    run,
  });
  const model = await context.models.modelFor(configuration, {
    actor,
    processSkillUid: run.processSkillUid,
  });
  const abort = new AbortController();
  context.running.set(run.uuid, abort);
  const stopHeartbeat = keepLease(context, {
    uuid: run.uuid,
    owner: start.owner,
    onLost: () => {
      abort.abort();
    },
  });
  return new Segment(context, {
    run,
    owner: start.owner,
    request,
    known: opened.known,
    actor,
    configuration,
    model,
    sections: pins.sections,
    tools,
    takenOver: start.takenOver,
    requeues: start.requeues,
    listener: start.listener,
    signal: abort.signal,
    stopHeartbeat,
  });
}
