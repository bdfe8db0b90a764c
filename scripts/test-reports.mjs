// What the suites of `npm test` wrote of themselves: sums, and what failed.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './setup.mjs';

/** Where each suite leaves its report, as `<name>.json`. */
export const reports = join(root, '.cache', 'test-reports');

const PENDING = new Set(['pending', 'skipped', 'todo']);

/** @returns the tests of a suite as `{ file, title, status, message }`; of a suite that left no report, null. */
export function testsOf(name) {
  const path = join(reports, `${name}.json`);
  if (!existsSync(path)) return null;
  const { testResults } = JSON.parse(readFileSync(path, 'utf8'));
  return testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    const own = assertionResults.map((test) => ({
      file: relative(root, file),
      title: test.fullName,
      status: test.status,
      message: test.failureMessages?.[0] ?? '',
    }));
    // A file that fails outside its tests (it does not load, its set-up fails) has no failed test to show for it.
    const isWhole = status === 'failed' && !own.some((test) => test.status === 'failed');
    return isWhole
      ? [...own, { file: relative(root, file), title: '(the file)', status, message }]
      : own;
  });
}

/** @returns what failed in a suite's first run, as {@link testsOf} */
export function failuresOf(name) {
  return (testsOf(name) ?? []).filter(({ status }) => status === 'failed');
}

/** A failed test as a line, and the first line of why. */
export function failureLine({ file, title, message }) {
  const why = message.split('\n', 1)[0].trim();
  return `  ${file}: ${title}${why === '' ? '' : `\n    ${why}`}`;
}

/** @returns `{ passed, failed, skipped }` over suites; files that were run once more count as they went then. */
export function totalsOf(names) {
  const tests = names.flatMap(settledTestsOf);
  const count = (wanted) => tests.filter(({ status }) => wanted(status)).length;
  return {
    passed: count((status) => status === 'passed'),
    failed: count((status) => status === 'failed'),
    skipped: count((status) => PENDING.has(status)),
  };
}

function settledTestsOf(name) {
  const again = testsOf(`${name}-again`) ?? [];
  const repeated = new Set(again.map(({ file }) => file));
  return [...(testsOf(name) ?? []).filter(({ file }) => !repeated.has(file)), ...again];
}
