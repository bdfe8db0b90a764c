import type { Plugin } from 'vite';

export interface SizeBudget {
  readonly name: string;
  readonly gzipKiB: number;
  readonly reportFile: string;
}
export declare function sizeBudget(budget: SizeBudget): Plugin;
