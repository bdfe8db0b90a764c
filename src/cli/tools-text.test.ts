import { expect, it } from 'vitest';
import {
  APPROVER_WORDS,
  GATE_WORDS,
  gateWhy,
  ToolGate,
  type GateAnswer,
  type ToolExplanation,
} from '../contracts/index.ts';
import { explanationText } from './tools-text.ts';

const TOOL = 'mcp_every_echo';
const ASKED = { tool: TOOL, configuration: 'default' };
const OFFERED: GateAnswer = {
  reason: 'none',
  dataClass: 'publicContent',
  also: [],
  off: { tool: false, group: null },
  server: null,
  skills: null,
};

function told(gate: Partial<GateAnswer>, more: Partial<ToolExplanation> = {}): string {
  return explanationText(ASKED, {
    allowed: false,
    start: { refusal: null, message: '' },
    gate: { ...OFFERED, ...gate },
    budget: null,
    approval: null,
    ...more,
  });
}

it('TOL-01 tells what alone is missing and what to do, and the rest after it', () => {
  expect(told({ reason: 'toolDisabled', off: { tool: true, group: null } })).toBe(
    `${TOOL}: may not be called\nmissing:\n` +
      '  The tool is switched off.\n' +
      `      Switch it on among the tools. vouch tools enable ${TOOL}\n` +
      'start: yes\n',
  );
  const lacks = ['attach'] as const;
  const listing = [{ uid: 3, identifier: 'echo', name: 'Echo pages', lacks: [...lacks] }];
  const narrowing = [{ uid: 1, identifier: 'seo', name: 'SEO', isApproved: true }];
  expect(told({ reason: 'skillList', skills: { narrowing, listing } })).toBe(
    `${TOOL}: may not be called\nmissing:\n` +
      '  “Echo pages” lists it and does not take part in the run.\n' +
      '      Attach the skill to the configuration, or start the run with it. vouch skills attach echo --configuration default\n' +
      '  The tools of the run are those listed by “SEO”.\n' +
      'start: yes\n',
  );
});

it('TOL-01 attached skills that are not approved and allow no tool are named, before them what lists it', () => {
  const house = { uid: 1, identifier: 'house', name: 'House style', isApproved: false };
  const said = (skills: GateAnswer['skills']) =>
    told({ reason: 'skillList', skills }).split('missing:\n')[1]?.replace('start: yes\n', '');
  expect(said({ narrowing: [house], listing: [] })).toBe(
    '  “House style” takes part in the run, and no version of it is approved: until one is, it allows no tool.\n' +
      '      Approve a version that lists the tool, or says nothing of tools; or take the skill off. vouch skills show house\n',
  );
  const listing = [
    { uid: 1, identifier: 'house', name: 'House style', lacks: ['approve' as const] },
  ];
  expect(said({ narrowing: [house], listing })).toBe(
    '  “House style” lists it in a version that is not approved.\n' +
      '      Read that version and approve it. vouch skills show house\n',
  );
  const tone = { ...house, uid: 2, identifier: 'tone', name: 'Tone' };
  expect(said({ narrowing: [house, tone], listing: [] })).toBe(
    '  “House style”, “Tone” take part in the run, and no version of any is approved: until one is, such a skill allows no tool.\n' +
      '      Approve versions that list the tool, or say nothing of tools; or take the skills off. vouch skills list\n',
  );
});

it('TOL-01 everything that is missing is told at once, in the order it is asked', () => {
  const text = told({
    reason: 'toolDisabled',
    also: ['skillList', 'trustZone'],
    off: { tool: true, group: 'mcp_every' },
    skills: {
      narrowing: [{ uid: 1, identifier: 'seo', name: 'SEO', isApproved: true }],
      listing: [],
    },
  });
  const wanted = ['“mcp_every” is', 'tool is switched', 'no skill lists this one', 'confidential'];
  const places = wanted.map((words) => text.indexOf(words));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((one, other) => one - other));
});

it('TOL-01 of a tool whose server was not approved it says so', () => {
  const server = { identifier: 'every', state: 'notApproved' as const };
  expect(told({ reason: 'notRegistered', server })).toContain('vouch mcp review every\n');
});

it('TOL-01 what may be called says who decides; a start that is refused says why first', () => {
  const budget = { refusal: null, message: '' };
  expect(told({}, { allowed: true, budget, approval: 'by_second_administrator' })).toBe(
    `${TOOL}: may be called\nstart: yes\ntool: offered (data class publicContent)\nbudget: open\n` +
      `decision: ${APPROVER_WORDS.en.by_second_administrator}\n`,
  );
  const start = { refusal: 'four_eyes', message: 'It asks for a second approver.' };
  expect(told({}, { start, gate: null })).toBe(
    `${TOOL}: may not be called\nmissing:\n  It asks for a second approver.\n`,
  );
});

it('TOL-01 no gate is left to its code; one a later server knows is at least said to be one', () => {
  for (const locale of ['en', 'de'] as const) {
    for (const reason of ToolGate.options) {
      expect(gateWhy(reason, locale)).toBe(GATE_WORDS[locale].gates[reason].why);
      expect(gateWhy(reason, locale)).toMatch(/^[A-Z].* .*\.$/);
    }
  }
  expect(gateWhy('somethingNew', 'en')).toBe('It is not available.');
});
