import { AppError } from '../base/index.ts';
import type { ErrorCode } from '../contracts/index.ts';

/** What a refusal's sentence may name. */
export interface RefusalFacts {
  readonly skillUid?: number | null;
  readonly name?: string | null;
  readonly configuration?: string | null;
  /** The process that is running. */
  readonly process?: string | null;
  readonly predecessor?: string | null;
  /** What is wrong with an answer. */
  readonly detail?: string | null;
}

/** The typed refusal of a request or a decision, with a sentence that says what to do. */
export function refusal(code: ErrorCode, facts: RefusalFacts = {}): AppError<ErrorCode> {
  const data = Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && value !== undefined),
  );
  const sentence = SENTENCES[code]?.(facts) ?? 'This is not possible.';
  return new AppError(code, sentence, { data });
}

type Sentence = (facts: RefusalFacts) => string;

const SENTENCES: Partial<Record<ErrorCode, Sentence>> = {
  configuration_access: () =>
    'This configuration does not exist, is switched off, or is not open to you.',
  skill_not_attached: (facts) =>
    `${skillName(facts)} is not attached to the configuration ${configurationName(facts)}.`,
  skill_disabled: (facts) => `${skillName(facts)} is disabled; an administrator can enable it.`,
  skill_orphaned: (facts) => `${skillName(facts)} is gone from its source and cannot be started.`,
  skill_not_admitted: (facts) =>
    `${skillName(facts)} comes from a source that is switched off or whose trust level is too low here.`,
  skill_damaged: (facts) =>
    `${skillName(facts)} no longer matches what was synced and is not used until its next sync.`,
  context_blocked: (facts) =>
    `${facts.name ?? ''} is more confidential than the model of this configuration may see. An administrator can change its data class, or choose another model.`,
  subject_unreadable: () => 'The page does not exist, or you may not read it.',
  not_an_instruction: (facts) =>
    `${skillName(facts)} is a process, and its current version is not approved. An administrator can approve it.`,
  service_account_process: () =>
    'A service account cannot start a process: nobody could decide its proposals.',
  may_not_approve: () =>
    'You may not approve your own changes, so you could decide none of the proposals of this process.',
  four_eyes: (facts) =>
    `The configuration ${configurationName(facts)} asks for a second approver ("require second approver"); a process cannot run on it.`,
  process_running: (facts) =>
    `The process "${facts.process ?? ''}" is running in this conversation. End it before you start another one.`,
  does_not_fit: (facts) =>
    `${skillName(facts)} does not fit into the model's window beside this conversation. Start a new conversation, or use a model with a larger window.`,
  predecessor_missing: () =>
    'The run this conversation goes on from no longer exists or cannot be read. Start a new conversation.',
  predecessor_not_yours: () =>
    'Only the person who started a conversation, or an administrator, can go on with it.',
  predecessor_not_terminal: () =>
    'The process in this conversation is still running or waiting; it has to end first.',
  access_denied: () => 'There is no such run.',
  not_awaiting_approval: () => 'This run is not waiting for an approval.',
  not_awaiting_input: () => 'This run is not waiting for an answer.',
  configuration_gone: () => 'The configuration of this run no longer exists; cancel the run.',
  self_approval: () =>
    'This configuration asks for a second person: somebody else has to approve this.',
  corrupt_state: () =>
    'The stored state of this run cannot be read. It is kept for an administrator.',
  already_resuming: () => 'Somebody else has just decided this.',
  stale_approval: () =>
    'What you decided on is no longer what is waiting. Look at the current card.',
  stale_input: () => 'What you decided on is no longer what is waiting. Look at the current card.',
  approver_not_permitted: () => 'You may not run what is waiting here, so you cannot decide it.',
  submitter_not_permitted: () => 'You may not run what is waiting here, so you cannot decide it.',
  not_auditable: () => 'The decision could not be recorded, so nothing was carried out. Try again.',
  invalid_input: (facts) =>
    `The answer does not match the question${facts.detail === undefined || facts.detail === null ? '' : `: ${facts.detail}`}.`,
  decide_in_chat: () =>
    'This run is a process; it is decided in the chat by the person who started it.',
};

function skillName({ name, skillUid }: RefusalFacts): string {
  return name === undefined || name === null
    ? `The skill ${String(skillUid ?? '')}`
    : `The skill "${name}"`;
}

function configurationName({ configuration }: RefusalFacts): string {
  return `"${configuration ?? ''}"`;
}
