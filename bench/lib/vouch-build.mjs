// The build that is measured: dist of this checkout, or the folder VOUCH_BUILD names, to compare two builds.
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const build = resolve(process.env.VOUCH_BUILD ?? resolve(import.meta.dirname, '../../dist'));
const { createRuntime, NO_CONTENT_RIGHTS, readResult } = await import(
  pathToFileURL(resolve(build, 'index.js')).href
);
export { createRuntime, NO_CONTENT_RIGHTS, readResult };
