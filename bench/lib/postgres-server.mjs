import { spawn } from 'node:child_process';
import { join } from 'node:path';

const SERVER = join(import.meta.dirname, '../../test/support/postgres-server.mjs');

/** Runs `work` with the address of a PostgreSQL server of its own, which ends and is removed afterwards. */
export async function withPostgres(work) {
  const child = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  try {
    return await work(await addressOf(child));
  } finally {
    child.stdin.end();
    await ended;
  }
}

function addressOf(child) {
  return new Promise((resolve, reject) => {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (output.startsWith('postgres://') && output.includes('\n')) resolve(output.trim());
    });
    child.once('exit', () => reject(new Error(`PostgreSQL did not start: ${output}`)));
  });
}
