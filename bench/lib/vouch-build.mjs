// The build that is measured: dist of this checkout, or the folder VOUCH_BUILD names, to compare two builds.
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

export const build = resolve(process.env.VOUCH_BUILD ?? resolve(import.meta.dirname, '../../dist'));
const { createRuntime, NO_CONTENT_RIGHTS, readResult } = await import(
  pathToFileURL(resolve(build, 'bundle/index.js')).href
);
export { createRuntime, NO_CONTENT_RIGHTS, readResult };

/** A package as the build itself loads it. */
export const loadFromBuild = createRequire(resolve(build, 'index.js'));

/** A part of the build, by its path in it. */
export const fromBuild = (path) => import(pathToFileURL(resolve(build, path)).href);

export const { ALL_CONTENT_RIGHTS } = await fromBuild('actors/index.js');

/** What puts an installation together. */
export const openInstallation = () => import(pathToFileURL(resolve(build, 'app/index.js')).href);

/**
 * The SQLite of the build. Two copies of SQLite in one process undo each other's locks on a file, so what looks into a
 * database of ours uses ours, not the peers'.
 */
export const Sqlite = loadFromBuild('better-sqlite3');
