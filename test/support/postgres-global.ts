import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Answers with the URL of the run's PostgreSQL server, which it starts when first asked. */
    postgresStarterUrl: string;
  }
}

/** Offers one PostgreSQL server to all workers of a test run; it is started by the first suite that needs it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let child: ChildProcess | undefined;
  let started: Promise<string> | undefined;
  const starter = createServer((_request, response) => {
    started ??= new Promise((resolve, reject) => {
      child = spawn(
        process.execPath,
        [fileURLToPath(new URL('./postgres-server.mjs', import.meta.url))],
        { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
      );
      let output = '';
      child.stdout?.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        if (output.startsWith('postgres://') && output.includes('\n')) resolve(output.trim());
      });
      child.once('exit', () => {
        reject(new Error(`PostgreSQL did not start: ${output}`));
      });
    });
    started.then(
      (url) => response.end(url),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => {
    starter.listen(0, '127.0.0.1', resolve);
  });
  const { port } = starter.address() as AddressInfo;
  project.provide('postgresStarterUrl', `http://127.0.0.1:${String(port)}/`);
  return async () => {
    starter.close();
    if (child?.exitCode !== null) return;
    const ended = new Promise((resolve) => child?.once('exit', resolve));
    child.stdin?.end();
    await ended;
  };
}
