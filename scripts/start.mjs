// `npm start`: installs and builds what is missing, then serves. A second start does neither and needs no network.
// Arguments go to `vouch serve`: `npm start -- --port 8080`.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkNode, ensureBuilt, ensureDependencies, orSayWhy, root } from './setup.mjs';

await orSayWhy(async () => {
  checkNode();
  await ensureDependencies();
  await ensureBuilt();
  const main = join(root, 'dist', 'bundle', 'vouch.js');
  process.argv = [process.execPath, main, 'serve', ...process.argv.slice(2)];
  // In this process, so that signals and the exit code are the server's own.
  await import(pathToFileURL(main).href);
});
