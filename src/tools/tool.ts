import type { Actor } from '../actors/index.ts';
import type {
  FieldChange,
  LocalisedText,
  RecordRef,
  WriteCompleteness,
  WriteTarget,
} from '../contracts/index.ts';

/** The tool contract (facts §4). Words: *effect* = what a call may change; *preview* = what the card shows before it runs. */

export type ToolEffect = 'read_only' | 'idempotent_write' | 'non_idempotent_write';

export type ToolGroup =
  | 'content'
  | 'editing'
  | 'files'
  | 'structure'
  | 'configuration'
  | 'process'
  | 'system'
  | `mcp_${string}`;

/** Low to high (facts §3). */
export type DataClass =
  | 'publicContent'
  | 'editorContent'
  | 'sourceCode'
  | 'internalConfiguration'
  | 'systemDiagnostics'
  | 'secretAdjacent';

export type ToolArguments = Readonly<Record<string, unknown>>;

/** What a tool is told about the call. `actor` is the run owner, resolved afresh (decisions §47). */
export interface ToolContext {
  readonly actor: Actor;
  readonly run: {
    readonly uuid: string;
    readonly subject: RecordRef | null;
    readonly processSkillUid: number | null;
    /** Whether the run was started with, or derives, an invoked skill. Default `false`. */
    readonly invoked?: boolean;
    /** Skills the run's catalogue lists; 0 or absent = it has none. */
    readonly catalogueSize?: number;
  };
  readonly signal: AbortSignal;
  /** What a run lets its built-ins reach; absent outside a run. */
  readonly reach?: RunReach;
  /** Tells the loop that a hook of the host failed after the write of this call (WRT-09, decisions §81). */
  hookFailed?(message: string): void;
  /**
   * On an approved call: what the person saw, a failed preview too. A tool whose plan no longer says the same, or was never
   * shown, answers with an error (HST-02, HST-05).
   */
  readonly approvedPreview?: CallPreview;
}

/** What the built-ins may ask of their run. */
export interface RunReach {
  /** The records highlight may name: the subject and its content elements, as the run owner may read them now (BLT-02). */
  registeredTargets(): Promise<readonly RecordRef[]>;
  /** Loads a skill of the run's catalogue; the loop puts the section into the next system message (LOD-05, LOD-06). */
  loadSkill(uid: number): Promise<SkillLoad>;
  /** Catalogue lines whose name or description holds every word, also of skills the catalogue text left out (decisions §52). */
  searchSkills(query: string): readonly string[];
}

export type SkillLoad =
  | { readonly kind: 'loaded'; readonly name: string }
  | { readonly kind: 'already_loaded'; readonly name: string }
  | { readonly kind: 'refused'; readonly message: string };

/** What a write says of itself (WRT-01, WRT-02). `hookFailedAfterWrite` is set by the loop alone (WRT-09). */
export interface WriteStatement {
  readonly target: RecordRef | null;
  /** `null` = not stated; a built-in tool always states it. */
  readonly completeness: WriteCompleteness | null;
  readonly hookFailedAfterWrite: boolean;
  /** The history row, where the host keeps one. */
  readonly historyId: string | null;
}

export interface ToolResult {
  /** What the model reads. Bounded to 50,000 bytes by the loop. */
  readonly content: string;
  readonly isError: boolean;
  readonly write: WriteStatement | null;
}

export interface CallPreview {
  /** Prose for the card, at most 20 lines of 500 characters; the loop bounds them. */
  readonly lines: readonly string[];
  readonly fields: readonly FieldChange[];
  readonly target: WriteTarget | null;
  /** The preview could not be made; as long as it cannot, the call does not bind (DEC-02). */
  readonly failed: boolean;
  /** Why it failed, as a code; for words in the reader's language. */
  readonly reason?: string | undefined;
  /** What is done, in words, where it is more than setting the fields. */
  readonly action?: LocalisedText | undefined;
  /** What else one should know before saying yes. */
  readonly notes?: readonly LocalisedText[] | undefined;
}

/** A report for the run's log, made by a built-in such as progress or highlight; metadata at every privacy level. */
export type ToolReport =
  | {
      readonly kind: 'progress';
      readonly current: number;
      readonly total: number;
      readonly completed: boolean;
    }
  | { readonly kind: 'highlight'; readonly target: RecordRef };

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments. Checked before the call is planned; what does not match is an error result. */
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly group: ToolGroup;
  readonly effect: ToolEffect;
  /** Default: the group's. */
  readonly dataClass?: DataClass;
  readonly enabledByDefault: boolean;
  readonly requiresAdministrator: boolean;
  /** A tool of another server: never runs early in a process turn. Default `false`. */
  readonly remote?: boolean;
  /** Marker: this call wants a person's approval although it is no write. A write always wants one (DEC-08). Default `false`. */
  readonly requiresApproval?: boolean;
  /** Runs offered this tool at all; default: every run. Built-ins appear only where they can do something (BLT-04). */
  offeredTo?(run: ToolContext['run']): boolean;
  /** For a tool that asks the person: the JSON Schema of the answer. Its `execute` then receives `input`. */
  inputSchema?(args: ToolArguments): Readonly<Record<string, unknown>>;
  /** What the card shows. Deterministic; writes nothing. Every write has one. */
  preview?(args: ToolArguments, context: ToolContext): Promise<CallPreview>;
  /** Whether this call reports a process complete (BLT-01). */
  reportsCompletion?(args: ToolArguments): boolean;
  /**
   * Carries the call out. What a write throws leaves open whether anything was changed, but for an `AppError` that is
   * `unavailable` or `content_refused`: it could not begin.
   */
  execute(
    args: ToolArguments,
    context: ToolContext & { readonly input?: ToolArguments },
  ): Promise<ToolExecution>;
}

/** A result, and what the call reports to the run's log. */
export interface ToolExecution extends ToolResult {
  readonly report?: ToolReport;
  /** On an error: the call may have changed something all the same, so that a person has to look (WRT-10). Default `false`. */
  readonly effectUnknown?: true;
}

/** A plain result of a read. */
export function readResult(content: string): ToolExecution {
  return { content, isError: false, write: null };
}

/** An error the model may act on. */
export function errorResult(content: string): ToolExecution {
  return { content, isError: true, write: null };
}

/** The same of a call that may have changed something before it failed (WRT-10). */
export function unknownEffect(content: string): ToolExecution {
  return { ...errorResult(content), effectUnknown: true };
}
