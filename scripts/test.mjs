// `npm test`: installs what is missing, then everything a change must pass. `npm test -- lint unit` runs those steps only.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './find-chromium.mjs';
import {
  binCommand,
  checkNode,
  ensureBuilt,
  ensureDependencies,
  orSayWhy,
  root,
  run,
  say,
  SetupError,
} from './setup.mjs';

const reports = join(root, '.cache', 'test-reports');

/** A step: a command whose exit code decides, or a function that returns one. */
const command = (name, [bin, ...args]) => ({
  name,
  start: () => run(binCommand(bin, args), { quiet: true }),
});

const vitest = (name, projects, { quiet = false, prepare = async () => ({}) } = {}) => ({
  name,
  quiet,
  start: async () => {
    const env = await prepare();
    return run(
      binCommand('vitest', [
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        '--passWithNoTests',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(reports, `${name}.json`)}`,
      ]),
      { env, quiet },
    );
  },
});

/** The build, which the browser is tested with and whose size the units look at. */
const build = {
  name: 'build',
  start: async () => {
    await ensureBuilt();
    return { code: 0, output: '' };
  },
};

// Two lanes side by side, one a core. The second waits for the first where it reads what that wrote (the declarations).
const LANES = [
  [
    command('types', ['tsc', '-b']),
    build,
    command('api', ['api-extractor', 'run']),
    command('architecture', ['depcruise', 'src', 'web/src']),
    command('unused', ['knip', '--no-progress']),
  ],
  [
    command('format', ['prettier', '--check', '.', '--log-level', 'warn']),
    command('lint', [
      'eslint',
      '.',
      '--cache',
      '--cache-location',
      '.cache/eslint',
      '--max-warnings',
      '0',
    ]),
  ],
];
const browser = vitest('browser', ['browser'], {
  prepare: async () => {
    await ensureBuilt();
    return { VOUCH_CHROMIUM: await ensureChromium() };
  },
});
const unit = vitest('unit', ['unit', 'web'], {
  prepare: async () => {
    await ensureBuilt();
    return {};
  },
});
// One after another, but for what leaves a core idle: while the browser is waited for, suites that only compute run beside
// it, and say what they have to say at their end.
const TESTS = [
  [[unit]],
  [
    [browser],
    [
      vitest('spec', ['spec'], { quiet: true }),
      vitest('interleavings', ['interleavings'], { quiet: true }),
    ],
  ],
  [[vitest('crash', ['crash'])]],
];
const TEST_STEPS = TESTS.flat(2);

await orSayWhy(async () => {
  checkNode();
  const wanted = wantedSteps(process.argv.slice(2));
  const startedAtMs = Date.now();
  rmSync(reports, { recursive: true, force: true });
  mkdirSync(reports, { recursive: true });
  await ensureDependencies();

  const results = [];
  const runStep = async (step) => {
    if (!wanted(step.name)) return;
    const result = await timed(step);
    results.push(result);
    report(result);
  };
  for (const lanes of [LANES, ...TESTS]) {
    await Promise.all(lanes.map((lane) => oneByOne(lane, runStep)));
  }

  const failed = results.filter(({ ok }) => !ok).map(({ name }) => name);
  say(`\nEverything took ${seconds(Date.now() - startedAtMs)}.`);
  say(failed.length === 0 ? 'All steps passed.' : `Failed: ${failed.join(', ')}.`);
  say(totals());
  if (failed.length > 0) process.exitCode = 1;
});

async function timed(step) {
  const startedAtMs = Date.now();
  if (TEST_STEPS.includes(step) && !step.quiet) say(`\n── ${step.name}`);
  try {
    const { code, output } = await step.start();
    return { name: step.name, ok: code === 0, output, ms: Date.now() - startedAtMs };
  } catch (error) {
    if (!(error instanceof SetupError)) throw error;
    return { name: step.name, ok: false, output: error.message, ms: Date.now() - startedAtMs };
  }
}

function report({ name, ok, output, ms }) {
  say(`── ${name}: ${ok ? 'ok' : 'FAILED'} (${seconds(ms)})`);
  const isSaidAnyway = TEST_STEPS.some((step) => step.name === name);
  if ((!ok || isSaidAnyway) && output.trim() !== '') say(output.trimEnd());
}

/** Passed, failed and skipped tests of all suites, as one line. */
function totals() {
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { name } of TEST_STEPS) {
    const file = join(reports, `${name}.json`);
    if (!existsSync(file)) continue;
    const counts = JSON.parse(readFileSync(file, 'utf8'));
    sum.passed += counts.numPassedTests;
    sum.failed += counts.numFailedTests;
    sum.skipped += counts.numPendingTests + counts.numTodoTests;
  }
  const skipped = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
  return `${sum.passed} passed, ${sum.failed} failed${skipped}`;
}

function wantedSteps(names) {
  const known = [...LANES.flat(), ...TEST_STEPS].map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    throw new SetupError(
      `There is no step ${unknown.join(', ')}; the steps are ${known.join(', ')}.`,
    );
  }
  return (name) => names.length === 0 || names.includes(name);
}

async function oneByOne(steps, each) {
  for (const step of steps) await each(step);
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
