import { actorMayUse, holdsGrant } from '../actors/index.ts';
import type { ErrorCode } from '../contracts/index.ts';
import type { Pin } from '../skills/index.ts';
import { assembleRun, preparedRun, type PreparedRun, type StartBase } from './assemble-run.ts';
import { splitCallerMessages } from './assembly.ts';
import type { RuntimeContext } from './deps.ts';
import type { JournalHead } from './journal.ts';
import { refusal } from './refusals.ts';
import {
  deriveContinuation,
  type ContinuationVerdict,
  type Derived,
} from './rules/continuation.ts';
import { stopNotices, stopSentence, stopTermination } from './rules/failed-pins.ts';
import { startRefusal } from './rules/start-refusal.ts';
import type { RunRequest } from './runtime.ts';
import { checkPins, standingOf, type SkillStanding } from './skill-set.ts';
import { subjectReadable } from './subject.ts';

/**
 * Checks a request in the documented order and fixes what its run holds. Throws the refusal; a continuation whose pins
 * fail is no refusal but a run that ends with the pin's message (PIN-05).
 */
export async function prepareRun(
  context: RuntimeContext,
  request: RunRequest,
): Promise<PreparedRun> {
  const base = await readBase(context, request);
  const { verdict, standing, afterStop } = await decideStart(context, request, base);
  switch (verdict.do) {
    case 'refuse':
      throw refusal(verdict.code, {
        skillUid: request.invocation?.skillUid ?? null,
        name: standing?.skill.version.name ?? null,
        configuration: base.configuration.name,
        process: verdict.process?.name ?? null,
        predecessor: request.predecessor ?? null,
      });
    case 'stop': {
      const { failed, subjectGone } = verdict;
      const notices = [...verdict.derived.notices, ...stopNotices(failed, subjectGone)];
      const derived = { ...verdict.derived, notices };
      const stop = {
        termination: stopTermination(failed),
        text: stopSentence(failed, subjectGone),
      };
      const history = splitCallerMessages(request.messages).history;
      const head = { ...EMPTY_HEAD, messages: history };
      return preparedRun(context, base, { derived, allowList: [], head, stop, assembled: {} });
    }
    case 'start':
      return assembleRun(context, { request, base, standing, verdict, afterStop });
  }
}

const EMPTY_HEAD: Omit<JournalHead, 'messages'> = {
  kind: 'head',
  prompt: '',
  snippets: [],
  catalogue: { text: '', entries: [] },
  requestedTools: null,
  maxIterations: 1,
};

async function readBase(context: RuntimeContext, request: RunRequest): Promise<StartBase> {
  const configuration = await context.configurations.configuration(request.configurationUid);
  if (configuration?.isActive !== true) throw refusal('configuration_access', {});
  const actor =
    request.actor.kind === 'user' ? await context.actors.user(request.actor.userId) : request.actor;
  if (actor === null) throw refusal('configuration_access', { configuration: configuration.name });
  return { configuration, actor, attachments: await context.skills.attachments(configuration.uid) };
}

interface StartDecision {
  readonly verdict: ContinuationVerdict;
  readonly standing: SkillStanding | null;
  /** The predecessor stopped on a failed pin. */
  readonly afterStop: boolean;
}

async function decideStart(
  context: RuntimeContext,
  request: RunRequest,
  base: StartBase,
): Promise<StartDecision> {
  const { configuration, actor, attachments } = base;
  const wanted = request.invocation ?? null;
  const standing = wanted === null ? null : await standingOf(context.skills, wanted.skillUid);
  const wantedReadable = await subjectReadable(context.content, wanted?.subject ?? null, actor);
  const mayUse = actorMayUse(actor, configuration);
  const refusalOf = (held: { readonly process: Pin | null }): ErrorCode | null =>
    startRefusal({
      actorMayUse: mayUse,
      skill:
        wanted === null
          ? null
          : {
              enabled: standing?.enabled ?? false,
              orphaned: standing?.orphaned ?? false,
              admitted: standing?.admitted ?? false,
              intact: standing?.intact ?? false,
              process: standing?.process ?? false,
              instruction: standing?.verdict.instruction ?? false,
              attached: attachments.some(({ skillUid }) => skillUid === wanted.skillUid),
            },
      subjectReadable: wantedReadable,
      isServiceAccount: actor.kind === 'service',
      mayApproveOwn: holdsGrant(actor, 'approve_own_changes'),
      requireSecondApprover: configuration.requireSecondApprover,
      processHeld: held.process !== null,
    });
  if (request.predecessor === undefined) {
    const code = refusalOf({ process: null });
    if (code !== null) {
      return { verdict: { do: 'refuse', code, process: null }, standing, afterStop: false };
    }
    const derived: Derived = {
      pins: [],
      forcedSkillUids: request.forced?.skillUids ?? [],
      invocation: wanted,
      subject: wanted?.subject ?? null,
      notices: [],
    };
    return { verdict: { do: 'start', derived, fresh: wanted }, standing, afterStop: false };
  }
  const stored = await context.store.run(request.predecessor);
  const predecessor = stored?.unreadable === true ? null : stored;
  const pins = predecessor?.pins ?? [];
  const check = await checkPins(context.skills, pins, configuration.requireSecondApprover);
  const readable = await subjectReadable(context.content, predecessor?.subject ?? null, actor);
  const verdict = deriveContinuation(
    {
      actor,
      configurationUid: configuration.uid,
      invocation: wanted,
      forcedSkillUids: request.forced?.skillUids ?? [],
      endProcess: request.endProcess === true,
    },
    {
      predecessor,
      actorMayUse: mayUse,
      attachedSkillUids: attachments.map(({ skillUid }) => skillUid),
      failedOf: (kept) => check.failed.filter(({ pin }) => kept.includes(pin)),
      readable: () => readable,
      startRefusal: refusalOf,
    },
  );
  return { verdict, standing, afterStop: predecessor?.termination === 'pin_failed' };
}
