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

/** A suite: projects of vitest. One of several parts is called by its number too, and meant by its plain name with the others. */
const suite = (name, projects, { part, quiet = true, prepare = async () => ({}) } = {}) => {
  const own = part === undefined ? name : `${name}-${part.replace('/', '-of-')}`;
  const start = async (files, report, options) =>
    run(
      binCommand('vitest', [
        'run',
        ...files,
        ...(part === undefined || files.length > 0 ? [] : [`--shard=${part}`]),
        ...projects.flatMap((project) => ['--project', project]),
        '--passWithNoTests',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(reports, `${report}.json`)}`,
      ]),
      { ...options, env: await prepare() },
    );
  return {
    name: own,
    of: name,
    quiet,
    start: () => start([], own, { quiet }),
    again: (files) => start(files, `${own}-again`, { quiet: false }),
  };
};

/** Something that has to be there, and is made once. */
const once = (make) => {
  let made;
  return () => (made ??= make());
};
const provided = (name, provide, of) => ({
  name,
  of,
  start: async () => {
    await provide();
    return { code: 0, output: '' };
  },
});
/** The build, which the browser is tested with and whose size the units look at. */
const built = once(ensureBuilt);
const chromium = once(ensureChromium);

// Two lanes side by side, one a core. The second waits for the first where it reads what that wrote (the declarations).
const LANES = [
  [
    command('types', ['tsc', '-b']),
    provided('build', built),
    command('api', ['api-extractor', 'run']),
    command('architecture', ['depcruise', 'src', 'web/src']),
    command('unused', ['knip', '--no-progress']),
    provided('chromium', chromium, 'browser'),
  ],
  [
    command('format', ['prettier', '--check', '.', '--log-level', 'warn']),
    command('lint', ['oxlint', '--type-aware', '--deny-warnings']),
    command('hooks', ['eslint', 'web/src', '--max-warnings', '0']),
  ],
];
const withBuild = async () => {
  await built();
  return {};
};
const withChromium = async () => ({ ...(await withBuild()), VOUCH_CHROMIUM: await chromium() });

// The units keep both cores busy by themselves.
const UNITS = suite('unit', ['unit', 'web'], { quiet: false, prepare: withBuild });
// The others wait for processes of their own much of the time: two go side by side, whichever is next, and say what they have to
// say at their end. The long ones go first.
const OTHERS = [
  ...['1/3', '2/3', '3/3'].map((part) =>
    suite('browser', ['browser'], { part, prepare: withChromium }),
  ),
  ...['commands', 'interleavings', 'spec'].map((name) =>
    suite(name, [name], { prepare: withBuild }),
  ),
];
// Starts and kills more processes than there are cores, and measures nobody's patience beside others.
const CRASH = suite('crash', ['crash'], { quiet: false, prepare: withBuild });
const TEST_STEPS = [UNITS, ...OTHERS, CRASH];
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
    if (!wanted(step)) return;
    const result = await timed(step);
    results.push(result);
    report(result);
  };
  await Promise.all(LANES.map((lane) => oneByOne(lane, runStep)));
  await runStep(UNITS);
  await twoByTwo(OTHERS, runStep);
  await runStep(CRASH);

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
  if (TEST_STEPS.includes(step)) say(`\n── ${step.name} …`);
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
  const known = new Set([...LANES.flat(), ...TEST_STEPS].map(nameOf));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new SetupError(
      `There is no step ${unknown.join(', ')}; the steps are ${[...known].join(', ')}.`,
    );
  }
  return (step) => names.length === 0 || names.includes(nameOf(step));
}

/** How a step is asked for. */
function nameOf({ name, of }) {
  return of ?? name;
}

async function oneByOne(steps, each) {
  for (const step of steps) await each(step);
}

/** Two at a time: who is done takes the next. */
async function twoByTwo(steps, each) {
  const left = [...steps];
  const work = async () => {
    for (let step = left.shift(); step !== undefined; step = left.shift()) await each(step);
  };
  await Promise.all([work(), work()]);
}

function seconds(ms) {
  return `${(ms / 1000).toFixed(1)} s`;
}
