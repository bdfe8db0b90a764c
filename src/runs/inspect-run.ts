import { isInitiatorOf, mayActOnRun, type Actor } from '../actors/index.ts';
import { isTerminal, RecordRef, type RunEvent, type RunInspection } from '../contracts/index.ts';
import type { ModelMessage } from '../models/index.ts';
import { intersectAllowList } from '../tools/index.ts';
import { isEffectUnknown } from './decided-run.ts';
import type { RuntimeContext } from './deps.ts';
import { decidedTools, type OfferFacts } from './offered-tools.ts';
import { openStanding, type OpenedRun } from './open-segment.ts';
import { createRunCodec } from './run-codec.ts';
import type { RunRow } from './run-store.ts';
import { checkPins, liveAllowList } from './skill-set.ts';
import { toView, withoutWords } from './views.ts';

/**
 * Everything one may know of a run; `null` when it is unknown or not theirs to read. What was said in it is for the person
 * who started it, while it lasts: an administrator sees what happened, not what was said (SEC-05).
 */
export async function inspectRun(
  context: RuntimeContext,
  uuid: string,
  actor: Actor,
): Promise<RunInspection | null> {
  const found = await context.store.run(uuid);
  if (found === null || !mayActOnRun(actor, found, 'agent:read')) return null;
  const standing = await openStanding(context, found);
  if (standing === null) return null;
  const { run, opened } = standing;
  const mine = isInitiatorOf(actor, run);
  const ended = isTerminal(run.status);
  const [view, events, lists] = await Promise.all([
    toView(context, run),
    context.store.events(uuid, 0),
    skillsOf(context, run, opened),
  ]);
  return {
    // A waiting card shows as a call alone: who may answer it finds it where it is answered.
    run: mine ? view : { ...withoutWords(view), card: null },
    outcome: run.outcome,
    predecessor: run.predecessor,
    invocation: run.invocation === null ? null : { skillUid: run.invocation.skillUid },
    forcedSkillUids: [...run.forcedSkillUids],
    ...lists,
    calls: callsOf(context, events, view.card?.calls ?? []),
    decisions: decisionsOf(events),
    ...messagesOf({ mine, ended, opened }),
    privacyLevel: context.settings.privacyLevel,
    contents: mine ? await contentsOf(context, uuid) : null,
    pauses: run.pauseOrdinal,
    requeues: run.requeueCount,
  };
}

async function skillsOf(context: RuntimeContext, run: RunRow, opened: OpenedRun | null) {
  const configuration = await context.configurations.configuration(run.configurationUid);
  const check = await checkPins(
    context.skills,
    run.pins,
    configuration?.requireSecondApprover ?? false,
  );
  const attachments = await context.skills.attachments(run.configurationUid);
  const live = await liveAllowList(context.skills, {
    skillUids: [
      ...attachments.map(({ skillUid }) => skillUid),
      ...run.forcedSkillUids,
      ...(run.invocation === null ? [] : [run.invocation.skillUid]),
    ],
    pinned: check.sections,
  });
  const both = intersectAllowList(run.allowList, live);
  const offers = configuration !== null && !isTerminal(run.status);
  return {
    pins: run.pins.map((pin) => ({
      ...pin,
      verdict: check.failed.find((failure) => failure.pin === pin)?.reason ?? 'holds',
    })),
    allowList: { stored: copy(run.allowList), live: copy(live), both: copy(both) },
    tools: offers ? await toolsOf(context, { run, opened, configuration, allowList: both }) : [],
    sections: check.sections.map(({ skillUid, digest, version }) => ({
      skillUid,
      digest,
      name: version.name,
    })),
    catalogue: (opened?.state.head?.catalogue.entries ?? []).map(({ uid, name }) => ({
      uid,
      name,
    })),
  };
}

/** Every gate's answer as it would be now, as `explain` tells it (facts §4). */
async function toolsOf(
  context: RuntimeContext,
  facts: Pick<OfferFacts, 'configuration' | 'allowList'> & {
    readonly run: RunRow;
    readonly opened: OpenedRun | null;
  },
): Promise<RunInspection['tools']> {
  const { run, opened, configuration, allowList } = facts;
  const head = opened?.state.head ?? null;
  const decided = await decidedTools(context, {
    configuration,
    actor: run.initiatorUserId === null ? null : await context.actors.user(run.initiatorUserId),
    allowList,
    requestedNames: head?.requestedTools ?? null,
    run: {
      uuid: run.uuid,
      subject: run.subject,
      processSkillUid: run.processSkillUid,
      invoked: run.invocation !== null,
      catalogueSize: head?.catalogue.entries.length ?? 0,
    },
  });
  return decided.map(({ decision: { tool, allowed, reason } }) => ({
    tool,
    offered: allowed,
    reason,
  }));
}

function callsOf(
  context: RuntimeContext,
  events: readonly RunEvent[],
  waiting: readonly { readonly callId: string; readonly tool: string }[],
): RunInspection['calls'] {
  // An unknown tool counts as the strictest (facts §4).
  const effectOf = (name: string) => context.tools.tool(name)?.effect ?? 'non_idempotent_write';
  const writes = new Map(
    events
      .filter(({ kind }) => kind === 'write')
      .map(({ payload }) => [payload['callId'], writeOf(payload)]),
  );
  const done = events
    .filter(({ kind }) => kind === 'tool')
    .map(({ payload }): RunInspection['calls'][number] => ({
      callId: String(payload['callId']),
      tool: String(payload['tool']),
      effect: effectOf(String(payload['tool'])),
      state: stateOf(payload),
      resultBytes: typeof payload['resultBytes'] === 'number' ? payload['resultBytes'] : null,
      write: writes.get(payload['callId']) ?? null,
    }));
  return [
    ...done,
    ...waiting.map(({ callId, tool }): RunInspection['calls'][number] => ({
      callId,
      tool,
      effect: effectOf(tool),
      state: 'waiting',
      resultBytes: null,
      write: null,
    })),
  ];
}

function stateOf(payload: RunEvent['payload']): RunInspection['calls'][number]['state'] {
  if (isEffectUnknown(payload)) return 'unknown';
  return payload['isError'] === true ? 'error' : 'done';
}

function writeOf(payload: RunEvent['payload']): RunInspection['calls'][number]['write'] {
  const { completeness } = payload;
  return {
    target: RecordRef.safeParse(payload['target']).data ?? null,
    completeness: typeof completeness === 'string' ? completeness : null,
    hookFailedAfterWrite: payload['hookFailedAfterWrite'] === true,
  };
}

function decisionsOf(events: readonly RunEvent[]): RunInspection['decisions'] {
  return events.flatMap(({ kind, payload, sequence, atMs }) => {
    if (kind !== 'approval' && kind !== 'input') return [];
    const { tools, reason } = payload;
    return [
      {
        sequence,
        kind,
        approved: kind === 'input' ? null : payload['approved'] === true,
        reason: typeof reason === 'string' ? reason : null,
        by: String(payload[kind === 'input' ? 'submittedBy' : 'decidedBy']),
        cardDigest: String(payload['cardDigest']),
        tools: Array.isArray(tools) ? tools.map(String) : [],
        atMs,
      },
    ];
  });
}

async function contentsOf(
  context: RuntimeContext,
  uuid: string,
): Promise<NonNullable<RunInspection['contents']>> {
  const codec = createRunCodec(context.sealer);
  return (await context.store.contents(uuid)).map(({ sequence, content }) => ({
    sequence,
    content: codec.openContent(uuid, content),
  }));
}

function messagesOf(facts: {
  readonly mine: boolean;
  readonly ended: boolean;
  readonly opened: OpenedRun | null;
}): Pick<RunInspection, 'messages' | 'messagesState'> {
  if (!facts.mine) return { messages: null, messagesState: 'not_yours' };
  if (facts.ended) return { messages: null, messagesState: 'gone' };
  if (facts.opened === null) return { messages: null, messagesState: 'unreadable' };
  return { messages: facts.opened.state.messages.map(messageView), messagesState: 'shown' };
}

function messageView(message: ModelMessage): NonNullable<RunInspection['messages']>[number] {
  const calls = message.role === 'assistant' ? message.toolCalls : [];
  return {
    role: message.role,
    content: message.content,
    calls: calls.map(({ id, name, rawArguments }) => ({
      callId: id,
      tool: name,
      arguments: rawArguments,
    })),
  };
}

function copy(list: readonly string[] | null): string[] | null {
  return list === null ? null : [...list];
}
