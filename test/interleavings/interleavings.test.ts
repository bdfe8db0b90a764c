import { afterAll, describe, expect, it } from 'vitest';
import { explore, type Explored } from './explore.ts';
import { SEEDED_FAULTS } from './faults.ts';
import { prepare, type Scenario } from './scene.ts';
import { SCENARIOS } from './scenarios.ts';

/** What a failure shows: what was broken, and an order of steps that breaks it. */
function said({ violation }: Explored): string | null {
  return violation === null ? null : [violation.what, ...violation.trace].join('\n  ');
}

function scenarioOf(title: string): Scenario {
  const found = SCENARIOS.find((scenario) => scenario.title.startsWith(title));
  if (found === undefined) throw new Error(`no scenario "${title}"`);
  return found;
}

describe('every order of steps', () => {
  const explored: Explored[] = [];
  const lines: string[] = [];

  it.each(SCENARIOS.map((scenario) => [scenario.title, scenario] as const))(
    'DEC-01, DEC-07, PIN-03, PIN-04, PRC-06, ALW-04, TRN-03, WRT-05, DUR-02 nothing is broken in any order: %s',
    async (_title, scenario) => {
      const result = await explore(await prepare(scenario));
      explored.push(result);
      lines.push(`${String(result.states).padStart(9)} states  ${scenario.title}`);
      expect(said(result)).toBeNull();
      // Something happened: the actors met.
      expect(result.states).toBeGreaterThan(100);
    },
  );

  it('the exploration is as wide as it claims', () => {
    const states = explored.reduce((sum, result) => sum + result.states, 0);
    expect(SCENARIOS.length).toBeGreaterThanOrEqual(12);
    expect(states).toBeGreaterThanOrEqual(200_000);
    lines.push(`${String(states).padStart(9)} states in ${String(explored.length)} scenarios`);
  });

  afterAll(() => {
    console.log(lines.join('\n'));
  });
});

describe('with one guard taken away', () => {
  const lines: string[] = [];

  it.each(SEEDED_FAULTS.map((fault) => [fault.guard, fault] as const))(
    'the exploration notices that this no longer holds: %s',
    async (_guard, fault) => {
      const faulty = await prepare(scenarioOf(fault.scenario), fault.faults);
      const result = await explore(faulty, { untilBroken: true });
      expect(said(result)).toMatch(fault.finds);
      const trace = result.violation?.trace ?? [];
      expect(trace.length).toBeGreaterThan(0);
      const end = trace.slice(-3).join(' → ');
      lines.push(
        `${fault.guard}: ${result.violation?.what ?? ''}\n    ${String(trace.length)} steps, at the end ${end}`,
      );
    },
  );

  afterAll(() => {
    console.log(lines.join('\n'));
  });
});
