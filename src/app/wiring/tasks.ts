import type { ContentHost } from '../../content/index.ts';
import type { ChatModels } from '../../models/index.ts';
import { createCompletions, type RuntimeSettings } from '../../runs/index.ts';
import { createTaskService, type TaskService } from '../../tasks/index.ts';
import type { Foundation } from './foundation.ts';
import type { Stores } from './stores.ts';

/** Tasks: one prompt, one answer, no run. */
export function wireTasks(
  foundation: Foundation,
  needs: {
    readonly stores: Stores;
    readonly host: ContentHost;
    readonly models: ChatModels;
    readonly runSettings: RuntimeSettings;
  },
): TaskService {
  const { transactions, clock, ids, keys, log, settings, opened } = foundation;
  const { stores, host, models, runSettings } = needs;
  const { skills, snippets, configurations } = stores;
  const stopping = new AbortController();
  const answering = new Set<Promise<unknown>>();
  opened.add({
    close: async () => {
      stopping.abort(new Error('The server stops.'));
      await Promise.allSettled(answering);
    },
  });
  const tasks = createTaskService({
    store: stores.tasks,
    transactions,
    clock,
    ids,
    sealer: keys.sealer,
    completions: createCompletions({ skills, snippets, models, log }, runSettings),
    privacyLevel: settings.privacy.level,
    stopping: stopping.signal,
    configurations,
    skills,
    host,
  });
  return {
    ...tasks,
    run: async (...asked) => {
      const answer = tasks.run(...asked);
      answering.add(answer);
      try {
        return await answer;
      } finally {
        answering.delete(answer);
      }
    },
  };
}
