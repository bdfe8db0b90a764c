import { z } from 'zod';
import { RunNotice } from './notices.ts';

const uid = z.number().int().positive();

/** A request administrators try a configuration with. */
export const PlaygroundRequest = z.object({
  configurationUid: uid,
  text: z.string().trim().min(1).max(50_000),
  /** Takes the place of the configuration's own prompt; left out, that one is sent. */
  systemMessage: z.string().trim().min(1).max(50_000).optional(),
  /** Default: what the configuration says. */
  maxIterations: z.number().int().min(1).max(20).optional(),
  /** Only these tools of those there are; left out: every one that is offered; empty: none. */
  tools: z.array(z.string().min(1).max(64)).max(500).optional(),
  /** Beside those the configuration brings. A process among them is left out with a notice. */
  skillUids: z.array(uid).max(50),
  /** As above; a snippet passes the rule of snippets beside a system message all the same. */
  snippetUids: z.array(uid).max(50),
});
export type PlaygroundRequest = z.infer<typeof PlaygroundRequest>;

/** A run that was started; a worker takes it up. */
export const PlaygroundRun = z.object({ uuid: z.string() });
export type PlaygroundRun = z.infer<typeof PlaygroundRun>;

/** The first request a run would make, word for word. */
export const Rehearsal = z.object({
  /** Provider and model, for people. */
  model: z.string(),
  temperature: z.number().nullable(),
  maxOutputTokens: z.number().int().nullable(),
  maxIterations: z.number().int(),
  /** As they would be sent, in order; none when they do not fit. */
  messages: z.array(
    z.object({ role: z.enum(['system', 'user', 'assistant', 'tool']), content: z.string() }),
  ),
  /** As the model would be told of them. */
  tools: z.array(
    z.object({
      name: z.string(),
      description: z.string(),
      parameters: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Whether it fits the model's window; a run that does not ends before its first call. */
  fits: z.boolean(),
  estimatedTokens: z.number().int(),
  budgetTokens: z.number().int(),
  /** Versions that would be sent as instructions. */
  pins: z.array(z.object({ skillUid: z.number().int(), name: z.string(), digest: z.string() })),
  notices: z.array(RunNotice),
});
export type Rehearsal = z.infer<typeof Rehearsal>;
