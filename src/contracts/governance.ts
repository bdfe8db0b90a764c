import { z } from 'zod';
import { McpServerState } from './mcp.ts';
import { PrivacyLevel } from './privacy.ts';
import { TrustLevel } from './records.ts';

/** Settings that decide how much is kept and whose text may steer, as one profile or this installation has them. */
export const GovernanceSettings = z.object({
  privacyLevel: PrivacyLevel,
  /** 0 = for good. */
  retentionDays: z.number().int(),
  minTrustLevel: TrustLevel,
  instructionTrustLevel: TrustLevel,
  /** What becomes of what is too confidential for a model; this installation always enforces. */
  dataClasses: z.enum(['enforce', 'observe']),
});
export type GovernanceSettings = z.infer<typeof GovernanceSettings>;

export const GovernanceProfileName = z.enum([
  'local-only',
  'controlled-cloud',
  'enterprise-strict',
  'development',
]);
export type GovernanceProfileName = z.infer<typeof GovernanceProfileName>;

const GovernanceSetting = GovernanceSettings.keyof();

/** How an installation stands to a profile: looser keeps more or trusts less than it asks for. */
export const GovernanceProfile = z.object({
  name: GovernanceProfileName,
  settings: GovernanceSettings,
  deviations: z.array(z.object({ setting: GovernanceSetting, is: z.enum(['looser', 'stricter']) })),
});
export type GovernanceProfile = z.infer<typeof GovernanceProfile>;

const Choice = z.object({ id: z.string(), name: z.string() });

export const GovernanceOverview = z.object({
  current: GovernanceSettings,
  profiles: z.array(GovernanceProfile),
  /** What can be asked about. */
  choices: z.object({
    people: z.array(Choice),
    configurations: z.array(Choice),
    tools: z.array(z.string()),
  }),
});
export type GovernanceOverview = z.infer<typeof GovernanceOverview>;

/** May this person's run call this tool with this configuration? */
export const ExplainTool = z.object({
  userId: z.string().min(1).max(64),
  configurationUid: z.number().int().positive(),
  tool: z.string().min(1).max(64),
  /** A skill the run is started with, such as a process. */
  skillUid: z.number().int().positive().optional(),
  /** The page it is started on. */
  page: z.number().int().positive().optional(),
});
export type ExplainTool = z.infer<typeof ExplainTool>;

/** What a tool has to pass before a run is offered it, in the order it is asked (facts §4). */
export const ToolGate = z.enum([
  'notRegistered',
  'toolDisabled',
  'requiresAdmin',
  'requestList',
  'skillList',
  'configurationGroup',
  'trustZone',
  'nothingToDo',
]);
export type ToolGate = z.infer<typeof ToolGate>;

/** What a skill lacks that a run gets the tools it lists, in the order to do it. */
export const SkillLack = z.enum(['approve', 'enable', 'admit', 'attach']);
export type SkillLack = z.infer<typeof SkillLack>;

const GateSkill = z.object({ uid: z.number().int(), identifier: z.string(), name: z.string() });

/** What keeps a tool back, or that nothing does, and what exactly is missing. */
export const GateAnswer = z.object({
  /** The first gate that says no; `none` = the tool is offered. */
  reason: z.string(),
  dataClass: z.string(),
  /** Every further gate that says no, in their order. */
  also: z.array(z.string()),
  /** What is switched off: the tool itself, its group by name. */
  off: z.object({ tool: z.boolean(), group: z.string().nullable() }),
  /** The server a tool that is not there is named after; `null` = it is there, or named after none. */
  server: z.object({ identifier: z.string(), state: McpServerState }).nullable(),
  /** Where skills keep it back; `null` = they do not. */
  skills: z
    .object({
      /** Those of the run that say which tools it has. Not approved: no version of it is, so it allows none. */
      narrowing: z.array(GateSkill.extend({ isApproved: z.boolean() })),
      /** Those that list the tool, and what each lacks; who lacks least first. */
      listing: z.array(GateSkill.extend({ lacks: z.array(SkillLack) })),
    })
    .nullable(),
});
export type GateAnswer = z.infer<typeof GateAnswer>;

/** The rules a call meets, in their order; the first that says no is the answer. */
export const ToolExplanation = z.object({
  allowed: z.boolean(),
  /** Whether the run starts, by the code of the first refusal; `null` = it does. */
  start: z.object({ refusal: z.string().nullable(), message: z.string() }),
  /** `null` = the run does not start, so nothing is asked. */
  gate: GateAnswer.nullable(),
  /** What the model's budgets say now; `null` = not asked. */
  budget: z.object({ refusal: z.string().nullable(), message: z.string() }).nullable(),
  /** Who decides before the call is carried out; `null` = not asked. */
  approval: z
    .enum([
      'not_needed',
      'by_themselves',
      /** The tool is for administrators alone, and so is its approval: theirs, or that of another one. */
      'by_administrator',
      'in_conversation',
      'by_somebody_else',
      'by_second_person',
      'by_second_administrator',
    ])
    .nullable(),
});
export type ToolExplanation = z.infer<typeof ToolExplanation>;
