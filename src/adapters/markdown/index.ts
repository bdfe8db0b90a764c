export {
  createMarkdownHost,
  type MarkdownHostDeps,
  type MarkdownHostOptions,
} from './host/markdown-host.ts';
export { readMarkdownSite, type MarkdownSite, type ReadPage } from './check/read-site.ts';
export type { SiteUnderstanding } from './check/understanding.ts';
export { PROFILE_NAMES, type ProfileName } from './site/generators.ts';
export type { SiteSettings } from './site/profile.ts';
export type { GitOptions } from './git/commits.ts';
export type { Reach, WritePoint } from './files/replace.ts';
