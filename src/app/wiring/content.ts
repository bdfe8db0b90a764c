import { createMarkdownHost, type GitOptions } from '../../adapters/markdown/index.ts';
import {
  createContentStores,
  createPeopleStore,
  createRunStore,
  knownPagePaths,
} from '../../adapters/storage/index.ts';
import { isTerminal } from '../../contracts/index.ts';
import { ensureDemoSite } from '../bundled-files.ts';
import { siteSettingsOf } from '../site-settings.ts';
import type { Foundation } from './foundation.ts';

/** The content host of the settings; the demo site is laid out where it is missing. */
export async function wireContent(foundation: Foundation) {
  const { settings, database, transactions, clock, ids, opened, log } = foundation;
  const { root, isDemo, siteName, watch, git } = settings.content;
  if (isDemo) await ensureDemoSite(root, () => knownPagePaths(database));
  const host = await createMarkdownHost(
    { root, stores: createContentStores(database, transactions), clock, ids },
    {
      ...(siteName === null ? {} : { name: siteName }),
      site: siteSettingsOf(settings.content),
      watch: watch === 'on' && process.platform === 'linux' ? 'inotify' : 'none',
      indexFailed: (error) => {
        log.warn({ err: error }, 'The search index could not be brought up to date');
      },
      warn: (facts, message) => {
        log.warn(facts, message);
      },
      ...(git === 'off' ? {} : { git: gitOptions(foundation, git) }),
    },
  );
  opened.add(host);
  return host;
}

/** Whoever wrote is the author; a tour is over when its run has ended, or is kept no longer. */
function gitOptions({ database, log }: Foundation, mode: GitOptions['mode']): GitOptions {
  const people = createPeopleStore(database);
  const runs = createRunStore(database);
  return {
    mode,
    environment: process.env,
    author: (userId) => people.person(userId),
    isRunOver: async (uuid) => {
      const run = await runs.run(uuid);
      return run === null || isTerminal(run.status);
    },
    warn: (facts, message) => {
      log.warn(facts, message);
    },
  };
}
