import { fork, type ChildProcess } from 'node:child_process';
import type { Order, Place, Point, Report, Role } from './protocol.ts';

/** One process from the moment it is told what to be to its death. */
export interface Life {
  readonly name: string;
  readonly send: (order: Order) => void;
  /** SIGKILL. */
  readonly kill: () => void;
  /** When it is dead; `at` = the point it was told to die at and did. */
  readonly ended: Promise<{ readonly at: Point | null }>;
}

export interface Crew {
  start(
    what: { readonly place: Place; readonly role: Role },
    listen: (report: Report) => void,
  ): Life;
  close(): Promise<void>;
}

/** Keeps processes warm, so that a killed one is replaced at once. */
export function createCrew(program: string, warmCount: number): Crew {
  const living = new Set<ChildProcess>();
  const warm: ChildProcess[] = [];
  const refill = () => {
    while (warm.length < warmCount) {
      const child = fork(program, [], {
        execArgv: [],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      // An order to one that is just dying is lost like any message to a killed process.
      child.on('error', () => undefined);
      child.once('exit', () => living.delete(child));
      living.add(child);
      warm.push(child);
    }
  };
  refill();
  return {
    start: ({ place, role }, listen) => {
      refill();
      const [child] = warm.splice(0, 1);
      if (child === undefined) throw new Error('No process is warm.');
      const send = (order: Order) => child.connected && child.send(order, () => undefined);
      let at: Point | null = null;
      child.on('message', (report: Report) => {
        if (report.kind === 'dying') at = report.at;
        listen(report);
      });
      const ended = new Promise<{ readonly at: Point | null }>((resolve, reject) => {
        // `close` comes once everything it had written is read.
        child.once('close', (code, signal) => {
          if (signal === 'SIGKILL') resolve({ at });
          else reject(new Error(`${role.life} ended with ${String(code ?? signal)}.`));
        });
      });
      ended.catch(() => undefined);
      send({ kind: 'start', place, role });
      refill();
      return { name: role.life, send, kill: () => child.kill('SIGKILL'), ended };
    },
    close: async () => {
      const dead = [...living].map(
        (child) => new Promise((resolve) => child.once('exit', resolve)),
      );
      for (const child of living) child.kill('SIGKILL');
      await Promise.all(dead);
    },
  };
}
