// `npm test`: installs what is missing, then everything a change must pass. `npm test -- lint unit` runs those steps only.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './find-chromium.mjs';
import {
  binCommand,
  checkNode,
  ensureBuilt,
  ensureDependencies,
  orSayWhy,
  run,
  say,
  SetupError,
} from './setup.mjs';
import { failureLine, failuresOf, reports, totalsOf } from './test-reports.mjs';

/** A step: a command whose exit code decides, or a function that returns one. */
const command = (name, [bin, ...args]) => ({
  name,
  start: () => run(binCommand(bin, args), { quiet: true }),
});

const vitest = (name, projects, { quiet = false, prepare = async () => ({}) } = {}) => {
  const start = async (files, report, options) =>
    run(
      binCommand('vitest', [
        'run',
        ...files,
        ...projects.flatMap((project) => ['--project', project]),
        '--passWithNoTests',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(reports, `${report}.json`)}`,
      ]),
      { ...options, env: await prepare() },
    );
  return {
    name,
    quiet,
    start: () => start([], name, { quiet }),
    again: (files) => start(files, `${name}-again`, { quiet: false }),
  };
};

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
    command('lint', ['oxlint', '--type-aware', '--deny-warnings']),
    command('hooks', ['eslint', 'web/src', '--max-warnings', '0']),
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
// One after another, but for what leaves a core idle: while the browser is waited for, suites without one run beside it,
// and say what they have to say at their end.
const besideTheBrowser = ['commands', 'spec', 'interleavings'];
const TESTS = [
  [[unit]],
  [[browser], besideTheBrowser.map((name) => vitest(name, [name], { quiet: true }))],
  [[vitest('crash', ['crash'])]],
];
const TEST_STEPS = TESTS.flat(2);
/** More failed files than this are no accident of timing. */
const MOST_RUN_AGAIN = 5;

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

  const unsteady = [];
  for (const result of results.filter(({ ok }) => !ok)) {
    unsteady.push(...(await runOnceMore(result)));
  }
  const failed = results.filter(({ ok }) => !ok).map(({ name }) => name);
  say(`\nEverything took ${seconds(Date.now() - startedAtMs)}.`);
  if (unsteady.length > 0) {
    say('Unsteady (failed, and passed when run once more alone; mend these):');
    for (const failure of unsteady) say(failureLine(failure));
  }
  for (const name of failed) for (const failure of failuresOf(name)) say(failureLine(failure));
  say(failed.length === 0 ? 'All steps passed.' : `Failed: ${failed.join(', ')}.`);
  const { passed, failed: broken, skipped } = totalsOf(TEST_STEPS.map(({ name }) => name));
  say(`${passed} passed, ${broken} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  if (failed.length > 0) process.exitCode = 1;
});

/**
 * Files of a suite that failed, once more and with nothing beside them: what only fails in company is named, so that it is
 * mended, and does not hold up a change that has nothing to do with it.
 * @returns what failed the first time and passed now; the result is then ok
 */
async function runOnceMore(result) {
  const step = TEST_STEPS.find(({ name }) => name === result.name);
  const failures = step === undefined ? [] : failuresOf(step.name);
  const files = [...new Set(failures.map(({ file }) => file))];
  if (files.length === 0 || files.length > MOST_RUN_AGAIN) return [];
  say(`\n── ${step.name}, once more: ${files.join(', ')}`);
  const { code } = await step.again(files);
  result.ok = code === 0;
  return result.ok ? failures : [];
}

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
