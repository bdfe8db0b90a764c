// What `npm start` and `npm test` need before anything else: the right Node, the packages, a current build.
// Plain Node without packages, since there may be none yet.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { clearInterval, setInterval } from 'node:timers';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** A step that cannot go on; its message is the one sentence that says what to do. */
export class SetupError extends Error {}

/** Prints a short line about what is going on. */
export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** Throws unless this Node is one the project runs on. */
export function checkNode(version = process.versions.node) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const tooOld = major < 20 || (major === 20 && minor < 19);
  if (tooOld || major >= 25) {
    throw new SetupError(
      `Vouch runs on Node 20.19 to 24; this is Node ${version}. Install one of those (https://nodejs.org) and start again.`,
    );
  }
}

/** Installs the packages of the lock file, unless exactly they are installed already. */
export async function ensureDependencies() {
  const stampFile = join(root, 'node_modules', '.vouch-stamp');
  const stamp = hashOf([
    readFileSync(join(root, 'package-lock.json')),
    `${process.platform} ${process.arch} ${process.versions.modules}`,
  ]);
  if (readStamp(stampFile) === stamp) return;
  say('Installing packages (a minute or two, once) …');
  const command = npmCommand(['ci', '--include=dev', '--no-progress']);
  // JOBS: where the SQLite driver is compiled, on every core.
  const { code, output } = await patiently(run(command, { quiet: true, env: { JOBS: 'max' } }));
  if (code !== 0) {
    process.stderr.write(`${output.trimEnd().split('\n').slice(-25).join('\n')}\n`);
    throw new SetupError(installAdvice(output));
  }
  writeFileSync(stampFile, stamp);
}

/** Builds server and web, unless the sources are those of the last build. */
export async function ensureBuilt() {
  const stampFile = join(root, '.cache', 'build.stamp');
  const outputs = [
    'dist/index.d.ts',
    'dist/bundle/vouch.js',
    'dist/web/index.html',
    'dist/embed/vouch-chat.js',
  ].map((path) => join(root, path));
  const complete = outputs.every((path) => existsSync(path));
  const stamp = sourcesHash();
  if (complete && readStamp(stampFile) === stamp) return;
  say('Building …');
  // The compiler trusts its notes about what it wrote, so they go when the output did.
  if (!complete) {
    for (const name of ['contracts', 'src']) {
      rmSync(join(root, '.cache', `${name}.tsbuildinfo`), { force: true });
    }
  }
  const building = Promise.all([
    run(binCommand('tsc', ['-b', 'tsconfig.src.json']), { quiet: true }),
    ...['vite.config.ts', 'vite.embed.config.ts', 'vite.bundle.config.ts'].map((config) =>
      run(binCommand('vite', ['build', '--logLevel', 'warn', '--config', config]), {
        quiet: true,
        // A test that has this built is in an environment of its own.
        env: { NODE_ENV: 'production' },
      }),
    ),
  ]);
  const results = await patiently(building);
  for (const { code, output } of results) {
    if (code === 0) continue;
    process.stderr.write(`${output.trimEnd()}\n`);
    throw new SetupError(
      spaceAdvice(output) ??
        'The build failed; the lines above name the place. An unchanged checkout builds: `git status` shows what differs.',
    );
  }
  mkdirSync(dirname(stampFile), { recursive: true });
  writeFileSync(stampFile, stamp);
}

/** Waits, and says now and then that it does: on a busy machine it takes minutes. */
async function patiently(work) {
  const startedAtMs = Date.now();
  const timer = setInterval(() => {
    say(`  … still at it after ${Math.round((Date.now() - startedAtMs) / 1000)} s`);
  }, 20_000);
  try {
    return await work;
  } finally {
    clearInterval(timer);
  }
}

/** The one sentence for an installation that failed with this output. */
export function installAdvice(output) {
  const space = spaceAdvice(output);
  if (space !== null) return space;
  if (/EACCES|EPERM/.test(output) && !/gyp/.test(output)) {
    return `The packages could not be written: give your user the folder ${root} and start again.`;
  }
  if (/ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ENETUNREACH|ETIMEDOUT|ERR_SOCKET/.test(output)) {
    return 'The packages could not be fetched: connect to the network and start again; later starts need none.';
  }
  if (/gyp ERR|node-gyp|prebuild-install/.test(output)) {
    return 'The SQLite driver has to be compiled here, and that failed: install build-essential and python3 (Debian: apt-get install build-essential python3), then start again.';
  }
  return 'The packages could not be installed; the lines above are what npm said.';
}

function spaceAdvice(output) {
  return /ENOSPC|no space left/i.test(output)
    ? 'The disk is full: free about 1 GB and start again.'
    : null;
}

/** `npm` with arguments, by the npm that runs this script when one does. */
export function npmCommand(args) {
  const own = process.env.npm_execpath;
  if (own !== undefined && /npm-cli\.c?js$/.test(own)) return [process.execPath, own, ...args];
  if (spawnSync('npm', ['--version'], { shell: process.platform === 'win32' }).status !== 0) {
    throw new SetupError(
      'npm is missing: install it (Debian: apt-get install npm) and start again.',
    );
  }
  return ['npm', ...args];
}

/** A command of an installed package. */
export function binCommand(name, args) {
  const packageFolder = join(root, 'node_modules', PACKAGE_OF[name] ?? name);
  const { bin } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'));
  return [
    process.execPath,
    join(packageFolder, typeof bin === 'string' ? bin : bin[name]),
    ...args,
  ];
}

const PACKAGE_OF = {
  // The compiler in native code, several times as fast; what reads the code through its interface is given the other one.
  tsc: 'typescript-7',
  depcruise: 'dependency-cruiser',
  'api-extractor': '@microsoft/api-extractor',
};

/** Runs a command in the project; resolves with its exit code and, when quiet, what it printed. */
export function run([file, ...args], { quiet = false, env = {} } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      shell: process.platform === 'win32' && file === 'npm',
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    }
    child.once('error', reject);
    child.once('close', (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs `main` and ends the process with one sentence when it cannot go on. */
export async function orSayWhy(main) {
  try {
    await main();
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    process.stderr.write(`\n${error.message}\n`);
    process.exitCode = 1;
  }
}

function sourcesHash() {
  const files = ['src', 'web'].flatMap((folder) => filesBelow(join(root, folder)));
  const configs = readdirSync(root).filter((name) =>
    /^(tsconfig.*|vite\..*|package-lock)\./.test(name),
  );
  const contents = [...files, ...configs.map((name) => join(root, name))]
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort()
    .flatMap((file) => [relative(root, file), readFileSync(file)]);
  return hashOf(contents);
}

function filesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : [path];
  });
}

function hashOf(parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('hex');
}

function readStamp(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}
