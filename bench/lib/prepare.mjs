import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { binCommand, npmCommand, run, say } from '../../scripts/setup.mjs';

const bench = join(import.meta.dirname, '..');

/** Installs the peers, once. */
export async function ensurePackages() {
  // npm writes it last, so an installation that was cut off is made anew.
  if (existsSync(join(bench, 'node_modules', '.package-lock.json'))) return;
  say('Installing the peers (a minute, once) …');
  const command = npmCommand(['ci', '--prefix', bench, '--no-audit', '--no-fund']);
  const { code, output } = await run(command, { quiet: true });
  if (code === 0) return;
  process.stderr.write(`${output.trimEnd().split('\n').slice(-25).join('\n')}\n`);
  throw new Error('The peers could not be installed; the lines above are what npm said.');
}

/** Builds what is measured; VOUCH_BUILD names another build, which is taken as it is. */
export async function ensureBuild() {
  if (process.env.VOUCH_BUILD !== undefined) return;
  say('Building …');
  const { code, output } = await run(binCommand('tsc', ['-b', 'tsconfig.src.json']), {
    quiet: true,
  });
  if (code === 0) return;
  process.stderr.write(output);
  throw new Error('The build failed.');
}
