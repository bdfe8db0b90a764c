import { actorMayUse, type Actor } from '../actors/index.ts';
import type { Configuration } from '../models/index.ts';
import { intersectAllowList } from '../tools/index.ts';
import type { RuntimeContext } from './deps.ts';
import { keepLease } from './heartbeat.ts';
import { replay, type LoopState } from './journal.ts';
import { offeredTools } from './offered-tools.ts';
import {
  createRunCodec,
  type OpenedJournal,
  type StoredRequest,
  type SuspendedState,
} from './run-codec.ts';
import type { FailedPin } from './rules/failed-pins.ts';
import type { RunRow } from './run-store.ts';
import type { RunListener } from './runtime.ts';
import { Segment } from './segment.ts';
import { checkPins, liveAllowList, type PinCheck } from './skill-set.ts';
import { subjectReadable } from './subject.ts';

/** A run's sealed state, opened. */
export interface OpenedRun {
  readonly run: RunRow;
  readonly request: StoredRequest;
  readonly state: LoopState;
  readonly journal: OpenedJournal;
  readonly suspended: SuspendedState | null;
}

/**
 * Opens what a run was asked and has done so far; `null` when any of it cannot be read. `before` is the same run as it was
 * opened a moment ago: what its journal still says word for word is not opened again.
 */
export async function openRun(
  context: RuntimeContext,
  run: RunRow,
  before: OpenedRun | null = null,
): Promise<OpenedRun | null> {
  const codec = createRunCodec(context.sealer);
  const request = codec.openRequest(run);
  const sealed = await context.store.journal(run.uuid);
  const known = before?.run.uuid === run.uuid ? before.journal : undefined;
  const entries = codec.openJournal(run.uuid, sealed, known);
  if (request === null || entries === null || entries.length !== run.journalCount) return null;
  const suspended = codec.openSuspended(run);
  if (run.suspended !== null && suspended === null) return null;
  const state = replay([request.head, ...entries]);
  return { run, request, state, journal: { sealed, entries }, suspended };
}

/** What every pickup and resume finds out before anything else happens (PIN-03, API-02). */
export interface SegmentCheck {
  readonly configuration: Configuration | null;
  readonly actor: Actor | null;
  readonly pins: PinCheck;
  readonly failed: readonly FailedPin[];
  readonly subjectGone: boolean;
  readonly mayUse: boolean;
}

export async function checkSegment(
  context: RuntimeContext,
  opened: OpenedRun,
): Promise<SegmentCheck> {
  const { run, request, state } = opened;
  const configuration = await context.configurations.configuration(run.configurationUid);
  const actor =
    request.actor.kind === 'user' ? await context.actors.user(request.actor.userId) : request.actor;
  // A section given back still stands in the transcript, so its version is checked too; it binds the run to no card.
  const released = state.released.map((pin) => ({ ...pin, process: false }));
  const pins = await checkPins(
    context.skills,
    [...released, ...run.pins],
    configuration?.requireSecondApprover ?? false,
  );
  return {
    configuration,
    actor,
    pins,
    failed: pins.failed,
    subjectGone: actor !== null && !(await subjectReadable(context.content, run.subject, actor)),
    mayUse: actor !== null && configuration !== null && actorMayUse(actor, configuration),
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
  const attachments = await context.skills.attachments(run.configurationUid);
  const live = await liveAllowList(context.skills, {
    skillUids: [
      ...attachments.map(({ skillUid }) => skillUid),
      ...run.forcedSkillUids,
      ...(run.invocation === null ? [] : [run.invocation.skillUid]),
    ],
    pinned: pins.sections,
  });
  const tools = await offeredTools(context, {
    configuration,
    actor,
    allowList: intersectAllowList(run.allowList, live),
    requestedNames: state.head?.requestedTools ?? null,
    run: {
      uuid: run.uuid,
      subject: run.subject,
      processSkillUid: run.processSkillUid,
      invoked: run.invocation !== null,
      catalogueSize: state.head?.catalogue.entries.length ?? 0,
    },
  });
  const model = await context.models.modelFor(configuration);
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
    state,
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
