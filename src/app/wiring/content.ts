import { createMarkdownHost } from '../../adapters/markdown/index.ts';
import { createContentStores } from '../../adapters/storage/index.ts';
import { ensureDemoSite } from '../bundled-files.ts';
import type { Foundation } from './foundation.ts';

/** The content host of the settings; the demo site is laid out where it is missing. */
export async function wireContent(foundation: Foundation) {
  const { settings, database, transactions, clock, ids, opened } = foundation;
  const { root, isDemo, siteName } = settings.content;
  if (isDemo) await ensureDemoSite(root);
  const host = await createMarkdownHost(
    { root, stores: createContentStores(database, transactions), clock, ids },
    siteName === null ? {} : { name: siteName },
  );
  opened.add(host);
  return host;
}
