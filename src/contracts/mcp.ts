import { z } from 'zod';
import { SnippetDataClass } from './snippets.ts';

/** How confidential what a tool answers may be, from least to most (facts §3). */
export const RemoteDataClass = SnippetDataClass;
export type RemoteDataClass = SnippetDataClass;

/**
 * Whether tools of a server can be used, and if not, why: it is switched off, the settings refuse commands, nobody said how
 * confidential its answers are, it was never asked, nobody has looked at its tools, or they changed since somebody did.
 */
export const McpServerState = z.enum([
  'ready',
  'off',
  'commandsRefused',
  'noDataClass',
  'neverAsked',
  'notApproved',
  'changed',
]);
export type McpServerState = z.infer<typeof McpServerState>;

/** Why a tool of a server is never offered, whatever is approved. */
export const RemoteToolProblem = z.enum([
  'name',
  'description',
  'schemaSize',
  'schemaDepth',
  'schemaShape',
  'hiddenCharacters',
]);
export type RemoteToolProblem = z.infer<typeof RemoteToolProblem>;

/** A server of tools as administrators see it. The token is never part of it. */
export const McpServerView = z.object({
  uid: z.number().int(),
  identifier: z.string(),
  name: z.string(),
  transport: z.enum(['stdio', 'http']),
  /** Of `http`. */
  url: z.string().nullable(),
  /** Of `stdio`. */
  command: z.string().nullable(),
  arguments: z.array(z.string()),
  /** The variable a command finds the token in. */
  tokenVariable: z.string().nullable(),
  hasToken: z.boolean(),
  /** `null`: nobody said, so its tools are not offered. */
  dataClass: RemoteDataClass.nullable(),
  requiresApproval: z.boolean(),
  timeoutSeconds: z.number().int(),
  maxResponseBytes: z.number().int(),
  callsPerSegment: z.number().int(),
  isActive: z.boolean(),
  state: McpServerState,
  /** Tools it named last; `null`: it was never asked. */
  toolCount: z.number().int().nullable(),
  approvedBy: z.string().nullable(),
  approvedAtMs: z.number().int().nullable(),
  /** When it last answered. */
  answeredAtMs: z.number().int().nullable(),
  /** Since when it fails, and how; `null`: it did not, when last asked. */
  failure: z.object({ atMs: z.number().int(), message: z.string() }).nullable(),
});
export type McpServerView = z.infer<typeof McpServerView>;

export const McpOverview = z.object({
  servers: z.array(McpServerView),
  /** Whether the settings let commands be started. */
  commandsAllowed: z.boolean(),
});
export type McpOverview = z.infer<typeof McpOverview>;

/** A tool as its server describes it. */
export const McpToolView = z.object({
  name: z.string(),
  /** Its name in runs; `null` when it cannot have one. */
  localName: z.string().nullable(),
  description: z.string(),
  /** As indented JSON; empty when it was too large to keep. */
  schema: z.string(),
  /** What the server says of it. Shown, and nothing else. */
  claims: z.array(z.string()),
  problem: RemoteToolProblem.nullable(),
});
export type McpToolView = z.infer<typeof McpToolView>;

/** What an approval would be of, beside what the last one was of. */
export const McpReview = z.object({
  server: McpServerView,
  /** What an approval names; `null`: the server was never asked. */
  digest: z.string().nullable(),
  approvedDigest: z.string().nullable(),
  tools: z.array(
    z.object({
      change: z.enum(['same', 'added', 'changed', 'removed']),
      /** As approved. */
      before: McpToolView.nullable(),
      /** As the server says now. */
      now: McpToolView.nullable(),
    }),
  ),
});
export type McpReview = z.infer<typeof McpReview>;

const Limits = {
  timeoutSeconds: z.number().int().min(2).max(120),
  maxResponseBytes: z
    .number()
    .int()
    .min(1_024)
    .max(2 * 1024 * 1024),
  callsPerSegment: z.number().int().min(1).max(100),
};
const serverFields = {
  name: z.string().trim().min(1).max(255),
  url: z.url({ protocol: /^https?$/ }).max(2_048),
  command: z.string().trim().min(1).max(1_024),
  arguments: z.array(z.string().max(4_096)).max(100),
  tokenVariable: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]{0,62}$/, 'the name of a variable, in capitals')
    .nullable(),
  /** `null` takes a stored token away; left out, it stays. */
  token: z.string().trim().min(1).max(8_192).nullable(),
  dataClass: RemoteDataClass.nullable(),
  requiresApproval: z.boolean(),
  isActive: z.boolean(),
  ...Limits,
};

/** `http` needs a url, `stdio` a command. */
export const AddMcpServer = z
  .object({
    identifier: z
      .string()
      .regex(/^[a-z0-9_]{1,32}$/, 'up to 32 small letters, digits and underscores'),
    transport: z.enum(['stdio', 'http']),
    ...serverFields,
  })
  .partial({
    url: true,
    command: true,
    arguments: true,
    tokenVariable: true,
    token: true,
    dataClass: true,
    requiresApproval: true,
    isActive: true,
    timeoutSeconds: true,
    maxResponseBytes: true,
    callsPerSegment: true,
  });
export type AddMcpServer = z.infer<typeof AddMcpServer>;

/** Only what is named changes. */
export const ChangeMcpServer = z.object(serverFields).partial();
export type ChangeMcpServer = z.infer<typeof ChangeMcpServer>;

/** Approves the tools that were shown under this digest, and no others. */
export const ApproveMcpServer = z.object({ digest: z.string().regex(/^[0-9a-f]{64}$/) });
export type ApproveMcpServer = z.infer<typeof ApproveMcpServer>;
