import { expect, it } from 'vitest';
import { decidedText } from './runs-text.ts';

const DECIDED = { uuid: 'r', outcome: 'completed', termination: 'completed', message: '' } as const;

it('WRT-10 a decision says where the run stands, and when it is not known what was changed', () => {
  expect(decidedText(DECIDED)).toBe('completed\n');
  expect(decidedText({ ...DECIDED, message: 'Done.' })).toBe('completed: Done.\n');
  expect(decidedText({ ...DECIDED, message: 'I will look.', effectUnknown: true })).toBe(
    'completed: I will look.\nA call failed; whether it changed anything is not known. Check the record.\n',
  );
});
