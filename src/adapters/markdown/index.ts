export {
  createMarkdownHost,
  type MarkdownHostDeps,
  type MarkdownHostOptions,
} from './host/markdown-host.ts';
export type { GitOptions } from './git/commits.ts';
export type { Reach, WritePoint } from './files/replace.ts';
