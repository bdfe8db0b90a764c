import type { Actor } from '../actors/index.ts';
import type { RecordRef, SaidNotice } from '../contracts/index.ts';
import type { Configuration } from '../models/index.ts';
import type { FencedSkill } from '../prompts/index.ts';
import {
  catalogueEntries,
  readCatalogueCandidates,
  type Attachment,
  type Pin,
} from '../skills/index.ts';
import { LOAD_TOOL, maySee, type AllowList } from '../tools/index.ts';
import { admitSections } from './admission.ts';
import { splitCallerMessages, withFencedBlock } from './assembly.ts';
import type { RuntimeContext } from './deps.ts';
import type { JournalHead } from './journal.ts';
import { inputBlockedBy, inputRefusal } from './input-gate.ts';
import { offeredTools, toolSpecs } from './offered-tools.ts';
import { refusal } from './refusals.ts';
import { storedActor, type StoredRequest } from './run-codec.ts';
import type { NewRunEvent } from './run-store.ts';
import type { ContinuationVerdict, Derived, Invocation } from './rules/continuation.ts';
import { estimateTools, START_CALIBRATION } from './rules/token-estimate.ts';
import { measureOf } from './rules/window.ts';
import { runSnippets, type RunSnippets } from './run-snippets.ts';
import type { RunRequest } from './runtime.ts';
import { gatherSections, type GatheredSections } from './section-candidates.ts';
import { checkPins, liveAllowList, type SkillStanding } from './skill-set.ts';

/** A request that has been checked and is ready to be stored: pins, list and sections are fixed here (decisions §69). */
export interface PreparedRun {
  readonly configuration: Configuration;
  readonly actor: Actor;
  readonly pins: readonly Pin[];
  readonly invocation: Invocation | null;
  readonly subject: RecordRef | null;
  readonly forcedSkillUids: readonly number[];
  readonly allowList: AllowList;
  readonly request: StoredRequest;
  readonly events: readonly NewRunEvent[];
}

/** What every start reads first. */
export interface StartBase {
  readonly configuration: Configuration;
  readonly actor: Actor;
  readonly attachments: readonly Attachment[];
}

/** Composes what the run holds and sends: sections admitted to the window, fenced block, catalogue, allow-list. */
export async function assembleRun(
  context: RuntimeContext,
  start: {
    readonly request: RunRequest;
    readonly base: StartBase;
    readonly standing: SkillStanding | null;
    readonly verdict: Extract<ContinuationVerdict, { do: 'start' }>;
    readonly afterStop: boolean;
  },
): Promise<PreparedRun> {
  const { request, base, verdict } = start;
  const { derived, fresh } = verdict;
  const held = await checkPins(context.skills, derived.pins, false);
  const gathered = await gatherSections(context.skills, {
    attachments: base.attachments,
    forcedSkillUids: derived.forcedSkillUids,
    fresh,
    derivedInvocation: fresh === derived.invocation ? null : derived.invocation,
    pins: derived.pins,
  });
  const allowList = await liveAllowList(context.skills, {
    skillUids: skillUidsOf(base, derived, fresh),
    pinned: held.sections,
  });
  const { system, history } = splitCallerMessages(request.messages);
  const fenced = withFencedBlock(history, gathered.fenced, context.settings.fencedMaxBytes);
  const snippets = await runSnippets(context, {
    callerSystemMessage: system,
    configuration: base.configuration,
    forced: request.forced,
  });
  const blocked = await inputBlockedBy(context, base.configuration, {
    skillUids: [
      ...held.sections.map(({ skillUid }) => skillUid),
      ...gathered.candidates.map(({ pin }) => pin.skillUid),
      ...gathered.fenced.map(({ skillUid }) => skillUid),
    ],
    snippets: snippets.used,
  });
  if (blocked !== null) throw inputRefusal(context, blocked);
  const head = await composeHead(context, { request, base, snippets, messages: fenced.messages });
  const offered = await offeredTools(context, {
    configuration: base.configuration,
    actor: base.actor,
    allowList,
    requestedNames: head.requestedTools,
    run: {
      uuid: '',
      subject: derived.subject,
      processSkillUid: processOf(derived.pins, gathered)?.skillUid ?? null,
      invoked: derived.invocation !== null,
      catalogueSize: head.catalogue.entries.length,
    },
  });
  const model = await context.models.modelFor(base.configuration);
  const admitted = admitSections(gathered.candidates, {
    head,
    held: held.sections,
    subject: derived.subject,
    isContinuation: request.predecessor !== undefined,
    measure: measureOf(model, base.configuration, {
      calibration: START_CALIBRATION,
      toolTokens: estimateTools(toolSpecs(offered)),
    }),
  });
  if (!admitted.ok) {
    throw refusal('does_not_fit', { skillUid: admitted.skillUid, name: admitted.name });
  }
  const notices = [
    ...derived.notices,
    ...heldVersionNotice(request, start.standing, derived.pins),
    ...gathered.notices,
    ...snippets.notices,
    ...(start.afterStop ? fencedNotices(gathered.fenced) : []),
    ...fenced.notices,
    ...admitted.notices,
  ];
  return preparedRun(context, base, {
    derived: { ...derived, pins: [...derived.pins, ...admitted.pins], notices },
    allowList,
    head,
    stop: null,
    assembled: {
      fenced: fenced.fenced.included,
      catalogue: head.catalogue.entries.map(({ uid }) => uid),
      snippets: snippets.assembled,
      allowList,
    },
  });
}

async function composeHead(
  context: RuntimeContext,
  parts: {
    readonly request: RunRequest;
    readonly base: StartBase;
    readonly snippets: RunSnippets;
    readonly messages: JournalHead['messages'];
  },
): Promise<JournalHead> {
  const { configuration } = parts.base;
  // A request that names its tools without the load tool has nothing to load with (decisions §18).
  const mayLoad = parts.request.allowedToolNames?.includes(LOAD_TOOL) ?? true;
  const { entries, text } = catalogueEntries(
    mayLoad ? await loadableCandidates(context, configuration) : [],
  );
  const wanted = parts.request.maxIterations ?? configuration.maxIterations;
  return {
    kind: 'head',
    prompt: parts.snippets.prompt,
    snippets: parts.snippets.snippets,
    messages: parts.messages,
    catalogue: { text, entries },
    requestedTools: parts.request.allowedToolNames ?? null,
    maxIterations: Math.min(Math.max(1, wanted), context.settings.maxRounds),
  };
}

/** What the catalogue is made of: without what the model may not see (decisions §18). */
async function loadableCandidates(context: RuntimeContext, configuration: Configuration) {
  const ceiling = await context.settings.ceilingOf(configuration);
  const candidates = await readCatalogueCandidates(context.skills, configuration.uid);
  return candidates.filter(({ facts }) => maySee(ceiling, facts.skill.dataClass ?? null));
}

export function preparedRun(
  context: RuntimeContext,
  base: StartBase,
  parts: {
    readonly derived: Derived;
    readonly allowList: AllowList;
    readonly head: JournalHead;
    readonly stop: StoredRequest['stop'];
    readonly assembled: Readonly<Record<string, unknown>>;
  },
): PreparedRun {
  const actor = storedActor(base.actor);
  if (actor === null) throw refusal('configuration_access');
  const atMs = context.clock.now();
  const { derived } = parts;
  return {
    configuration: base.configuration,
    actor: base.actor,
    pins: derived.pins,
    invocation: derived.invocation,
    subject: derived.subject,
    forcedSkillUids: derived.forcedSkillUids,
    allowList: parts.allowList,
    request: { actor, head: parts.head, stop: parts.stop },
    events: [
      ...derived.notices.map((notice: SaidNotice): NewRunEvent => ({
        kind: 'notice',
        payload: notice,
        atMs,
      })),
      {
        kind: 'assembled',
        payload: {
          // In words too: what a run was started with is known when it holds it no longer.
          pins: derived.pins.map(({ skillUid, digest, name, process }) => ({
            skillUid,
            digest,
            name,
            process,
          })),
          subject: derived.subject,
          ...parts.assembled,
        },
        atMs,
      },
    ],
  };
}

function skillUidsOf(
  base: StartBase,
  derived: Derived,
  fresh: Invocation | null,
): readonly number[] {
  return [
    ...base.attachments.map(({ skillUid }) => skillUid),
    ...derived.forcedSkillUids,
    ...[derived.invocation, fresh].flatMap((invocation) => invocation?.skillUid ?? []),
  ];
}

/** A skill picked again that the conversation holds: it keeps the version it has (LOD-07, decisions §10). */
function heldVersionNotice(
  request: RunRequest,
  standing: SkillStanding | null,
  pins: readonly Pin[],
): readonly SaidNotice[] {
  const pin = pins.find(({ skillUid }) => skillUid === request.invocation?.skillUid);
  if (pin === undefined || request.predecessor === undefined) return [];
  const code = standing?.verdict.digest === pin.digest ? 'already_loaded' : 'held_version_kept';
  return [{ code, data: { skillUid: pin.skillUid, name: pin.name } }];
}

/** After a stop: an attachment that instructed before may now be reference text only (decisions §63). */
function fencedNotices(fenced: readonly FencedSkill[]): readonly SaidNotice[] {
  return fenced
    .filter(({ origin }) => origin === 'configuration')
    .map(({ skillUid, version }) => ({
      code: 'section_fenced',
      data: { skillUid, name: version.name },
    }));
}

function processOf(pins: readonly Pin[], gathered: GatheredSections): Pin | null {
  return [...pins, ...gathered.candidates.map(({ pin }) => pin)].find((pin) => pin.process) ?? null;
}
