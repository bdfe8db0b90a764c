import type { ContentHost } from '../../content/index.ts';
import type { HostedRuntime } from '../../runs/index.ts';
import { createTaskService, type TaskService } from '../../tasks/index.ts';
import type { Foundation } from './foundation.ts';
import type { Stores } from './stores.ts';

/** Tasks: one prompt, one answer. */
export function wireTasks(
  { transactions, clock }: Foundation,
  needs: { readonly stores: Stores; readonly host: ContentHost; readonly runtime: HostedRuntime },
): TaskService {
  const { stores, host, runtime } = needs;
  return createTaskService({
    store: stores.tasks,
    transactions,
    clock,
    runtime,
    configurations: stores.configurations,
    skills: stores.skills,
    host,
  });
}
