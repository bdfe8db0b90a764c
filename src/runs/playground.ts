import { requireAdministrator, type Actor } from '../actors/index.ts';
import { withNew, type AccompaniedNew } from '../base/index.ts';
import type { PlaygroundRequest, PlaygroundRun, Rehearsal } from '../contracts/index.ts';
import type { HostedRuntime } from './hosted-runtime.ts';
import type { RunRequest } from './runtime.ts';

/**
 * Where administrators try a configuration: what would be sent, or a run of their own. It starts no process, and what it
 * started is decided through the inbox like any other run, which refuses processes (PRC-04).
 */
export interface Playground {
  /** Throws what a start refuses. Makes no call and stores nothing. */
  rehearse(request: PlaygroundRequest, actor: Actor): Promise<Rehearsal>;
  /** Starts the run; a worker takes it up. `alongside` is written with it. */
  start(request: PlaygroundRequest & AccompaniedNew, actor: Actor): Promise<PlaygroundRun>;
}

export function createPlayground(runtime: Pick<HostedRuntime, 'rehearse' | 'enqueue'>): Playground {
  return {
    rehearse: async (request, actor) => {
      requireAdministrator(actor);
      return runtime.rehearse(runRequest(request, actor));
    },
    start: async ({ alongside: kept, ...request }, actor) => {
      requireAdministrator(actor);
      const alongside = withNew({ alongside: kept });
      return { uuid: await runtime.enqueue(runRequest(request, actor), { alongside }) };
    },
  };
}

function runRequest(request: PlaygroundRequest, actor: Actor): RunRequest {
  const { configurationUid, text, systemMessage, maxIterations, tools } = request;
  return {
    configurationUid,
    actor,
    messages: [
      ...(systemMessage === undefined ? [] : [{ role: 'system' as const, content: systemMessage }]),
      { role: 'user', content: text },
    ],
    forced: { skillUids: request.skillUids, snippetUids: request.snippetUids },
    ...(maxIterations === undefined ? {} : { maxIterations }),
    ...(tools === undefined ? {} : { allowedToolNames: tools }),
  };
}
