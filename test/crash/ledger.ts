import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Act } from './plans.ts';

/** One side effect, as the world outside saw it. */
export interface LedgerLine {
  readonly step: string;
  readonly act: Act;
  /** The process that did it. */
  readonly life: string;
  /** It read what its run had already recorded, while it still held the run. */
  readonly again?: boolean;
}

/** What happened outside the system: one append-only file a run, on the disk before the call returns. */
export interface Ledger {
  append(runUuid: string, line: LedgerLine): void;
  lines(runUuid: string): readonly LedgerLine[];
}

export function openLedger(folder: string): Ledger {
  const fileOf = (runUuid: string) => join(folder, `${runUuid}.jsonl`);
  return {
    append: (runUuid, line) => {
      const file = openSync(fileOf(runUuid), 'a');
      try {
        writeSync(file, `${JSON.stringify(line)}\n`);
        fsyncSync(file);
      } finally {
        closeSync(file);
      }
    },
    lines: (runUuid) => {
      const file = fileOf(runUuid);
      if (!existsSync(file)) return [];
      return readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as LedgerLine);
    },
  };
}
