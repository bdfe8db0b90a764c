import type { Actor } from '../actors/index.ts';
import type { ChatModel } from './chat-model.ts';

/**
 * A configuration: the model, the prompt and the gates a run uses (facts §8). Administrators write it; a run refers to
 * it by uid and reads it afresh at every check.
 */
export interface Configuration {
  readonly uid: number;
  readonly identifier: string;
  readonly name: string;
  /** Which model answers: `checklist`, `default` (what the settings name), or `<provider>/<model>`. */
  readonly model: string;
  readonly systemPrompt: string;
  readonly temperature: number | null;
  readonly maxOutputTokens: number | null;
  /** Rounds of the loop. Default 5 for a plain run and 20 for a process; never more than 20 (facts §5). */
  readonly maxIterations: number;
  /** Who may use it; empty = everybody who may sign in. */
  readonly allowedGroupIds: readonly string[];
  /** Four-eyes: the person who started a run may not approve its writes (ADR-172). */
  readonly requireSecondApprover: boolean;
  /** Groups of tools it offers; empty = all (facts §4). */
  readonly allowedToolGroups: readonly string[];
  readonly snippetTags: readonly string[];
  /** Whether marked snippets may join a caller's own system message (SNP-02). Default off. */
  readonly snippetsInCallerSystemMessage: boolean;
  /** Configurations whose models answer when this one's fails in a way that may pass, in order; one level (facts §8). */
  readonly fallbackIdentifiers: readonly string[];
  readonly isActive: boolean;
  readonly isDefault: boolean;
}

export interface ConfigurationReader {
  configuration(uid: number): Promise<Configuration | null>;
  defaultConfiguration(): Promise<Configuration | null>;
  configurations(): Promise<readonly Configuration[]>;
}

/** Whom a model is asked for. Decides whose budget its calls use up. */
export interface ModelUse {
  readonly actor: Actor;
  /** The process the run follows. */
  readonly processSkillUid: number | null;
}

/** Gives the chat model a configuration names. Throws `model_misconfigured` with what to set when it cannot. */
export interface ChatModels {
  /** Without a use the model is looked at alone: its name and its window. */
  modelFor(configuration: Configuration, use?: ModelUse): Promise<ChatModel>;
}
