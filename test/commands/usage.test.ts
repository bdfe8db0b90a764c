import { expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { commandLine } from '../e2e/support/command.ts';

it('API-05 vouch usage says of every budget what is used of it and when it begins anew', async () => {
  const { call } = await commandLine();
  const ada = ['--name', 'Ada', '--email', 'ada@example.org'];
  await call(['setup', ...ada], { input: 'correct horse' });
  const whose = ['--person', 'ada@example.org'];
  const limits = ['--set', 'dailyRequests=200', '--set', 'monthlyCostCents=5000'];
  const set = await call(['usage', 'budget', ...whose, ...limits]);
  expect([set.code, set.stderr]).toEqual([EXIT.done, '']);
  const lines =
    /^ {2}person Ada\n {4}dailyRequests +0 of 200 calls used; begins anew \d{4}-\d\d-\d\d 00:00 UTC\n {4}monthlyCostCents +0 of 5000 cents used; begins anew \d{4}-\d\d-01 00:00 UTC\n/m;
  expect(set.stdout).toMatch(lines);
  expect((await call(['usage', 'show'])).stdout).toMatch(lines);
  const shown = await call(['usage', 'show', '--json']);
  expect(JSON.parse(shown.stdout)).toMatchObject({
    budgets: [
      {
        name: 'Ada',
        standing: [
          { name: 'dailyRequests', limit: 200, used: 0, unit: 'calls', period: 'day' },
          { name: 'monthlyCostCents', limit: 5000, used: 0, unit: 'cents', period: 'month' },
        ],
      },
    ],
  });
});
