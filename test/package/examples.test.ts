import { execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { freePort } from '../e2e/support/server.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const node = process.execPath;

/** What each program prints; the same on every machine. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  'own-tool': ['opening_hours: refused', 'opening_hours: ok', 'On Tuesday: 10 to 18.'],
  'own-host': [
    'awaiting_approval: A thing in the river → A low dam across a river',
    'still: A thing in the river',
    'completed: A low dam across a river',
    'history: 1 entry by edith',
  ],
  'api-client': [
    'once: true',
    'the run: completed',
    'its log begins with: request',
    'people: not_permitted',
  ],
  'own-approvals': [
    'card: Notice: We are closed on Friday.',
    'answer: variant',
    'card: Notice: The library is closed on Friday.',
    'answer: apply',
    'completed: One notice was published.',
    'published: The library is closed on Friday.',
    'again: not_awaiting_approval',
  ],
};

describe('the examples, from a fresh folder against the packed package', () => {
  let folder: string;

  beforeAll(async () => {
    expect(existsSync(join(root, 'dist/index.d.ts')), 'run npm run build first').toBe(true);
    folder = await mkdtemp(join(tmpdir(), 'vouch-package-'));
    const modules = join(folder, 'node_modules');
    await mkdir(modules);
    // As it is published, but for the build, which stands already.
    const packing = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
    const packed = await run('npm', packing, { cwd: root, maxBuffer: 50_000_000 });
    const [tarball] = JSON.parse(packed.stdout) as { filename: string }[];
    await run('tar', ['-xzf', join(folder, tarball?.filename ?? ''), '-C', folder]);
    await cp(join(folder, 'package'), join(modules, 'vouch'), { recursive: true });
    // What an install would fetch: the dependencies it names, and no development ones but the types of Node.
    const { dependencies } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      dependencies: Readonly<Record<string, string>>;
    };
    for (const name of [...Object.keys(dependencies), '@types/node']) {
      await mkdir(dirname(join(modules, name)), { recursive: true });
      await symlink(join(root, 'node_modules', name), join(modules, name), 'dir');
    }
    for (const file of await readdir(join(root, 'examples'))) {
      if (file.endsWith('.ts')) await cp(join(root, 'examples', file), join(folder, file));
    }
    await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }));
    await writeFile(
      join(folder, 'tsconfig.json'),
      JSON.stringify({
        compilerOptions: {
          target: 'es2023',
          module: 'nodenext',
          strict: true,
          exactOptionalPropertyTypes: true,
          noUncheckedIndexedAccess: true,
          skipLibCheck: true,
          outDir: 'out',
          types: ['node'],
        },
        include: ['*.ts'],
      }),
    );
  }, 300_000);
  afterAll(() => rm(folder, { recursive: true, force: true }), 120_000);

  /** The packed program as a server, with a key for the example that asks one; ends with the test. */
  const startVouch = async (): Promise<{ VOUCH_URL: string; VOUCH_KEY: string }> => {
    const port = String(await freePort());
    const env = {
      ...process.env,
      VOUCH_DATA_DIR: join(folder, 'data'),
      VOUCH_PORT: port,
      VOUCH_LOG_LEVEL: 'warn',
      VOUCH_DATABASE_SYNCHRONOUS: 'off',
    };
    const program = join(folder, 'node_modules/vouch/dist/bundle/vouch.js');
    const vouch = async (args: readonly string[], input = '') => {
      const child = run(node, [program, ...args], { env, cwd: folder });
      child.child.stdin?.end(input);
      return (await child).stdout;
    };
    await vouch(['setup', '--name', 'Ada', '--email', 'ada@example.org'], 'a long enough password');
    const scopes = ['--scope', 'configuration:use', '--scope', 'agent:read'];
    await vouch(['service-accounts', 'add', 'Robot', ...scopes]);
    const key = await vouch(['service-accounts', 'new-key', 'Robot', '--name', 'example']);
    const server = spawn(node, [program, 'serve'], { env, cwd: folder });
    onTestFinished(() => void server.kill('SIGKILL'));
    await new Promise<void>((resolve, reject) => {
      server.stdout.on('data', (text: Buffer) => {
        if (/Ready/.test(text.toString())) resolve();
      });
      server.once('exit', reject);
    });
    return { VOUCH_URL: `http://127.0.0.1:${port}`, VOUCH_KEY: key.trim() };
  };

  it('API-03 every example is tested, type-checks against the packed types, and does what it says', async () => {
    const files = await readdir(join(root, 'examples'));
    const names = files.filter((file) => file.endsWith('.ts')).map((file) => file.slice(0, -3));
    expect(names.sort()).toEqual(Object.keys(EXPECTED).sort());
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    // The server starts while they are compiled.
    const [checked, started] = await Promise.all([
      run(node, [tsc, '-p', folder]).catch((error: unknown) => error),
      startVouch(),
    ]);
    expect(checked).toMatchObject({ stdout: '', stderr: '' });
    const env = { ...process.env, ...started };
    for (const [name, lines] of Object.entries(EXPECTED)) {
      const { stdout, stderr } = await run(node, [join(folder, 'out', `${name}.js`)], {
        cwd: folder,
        env,
      });
      expect([name, stderr, stdout.trimEnd().split('\n')]).toEqual([name, '', lines]);
    }
  }, 300_000);

  it('API-03 a wrong use of a port does not type-check', async () => {
    const wrong = join(folder, 'wrong');
    await mkdir(wrong);
    await writeFile(
      join(wrong, 'wrong.ts'),
      "import type { Tool } from 'vouch';\nexport const tool: Pick<Tool, 'effect'> = { effect: 'whatever' };\n",
    );
    await writeFile(
      join(wrong, 'tsconfig.json'),
      JSON.stringify({ extends: '../tsconfig.json', include: ['wrong.ts'] }),
    );
    const tsc = join(root, 'node_modules/typescript/bin/tsc');
    const checked = await run(node, [tsc, '-p', wrong, '--noEmit']).catch(
      (error: unknown) => error,
    );
    expect(checked).toMatchObject({ stdout: expect.stringContaining('not assignable') as string });
  }, 120_000);
});
