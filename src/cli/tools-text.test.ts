import { expect, it } from 'vitest';
import type { ToolExplanation } from '../contracts/index.ts';
import type { ToolDenial } from '../tools/index.ts';
import { DENIALS, denialText, explanationText } from './tools-text.ts';

const found: ToolExplanation = {
  allowed: false,
  start: { refusal: null, message: '' },
  gate: { reason: 'skillList', dataClass: 'publicContent' },
  budget: null,
  approval: null,
};

it('TOL-01 tells the gate that says no in words, and what to do', () => {
  expect(explanationText('mcp_every_echo', found)).toBe(
    'mcp_every_echo: may not be called\nstart: yes\n' +
      `tool: ${DENIALS.skillList.why}\n      ${DENIALS.skillList.remedy}\n`,
  );
  const open = { ...found, allowed: true, gate: { reason: 'none', dataClass: 'editorContent' } };
  expect(explanationText('progress', open)).toContain('tool: offered (data class editorContent)\n');
});

it('TOL-01 no gate is left to its code; one a later server knows is at least said to be one', () => {
  const denials: Readonly<Record<Exclude<ToolDenial, 'none'>, unknown>> = DENIALS;
  for (const reason of Object.keys(denials)) expect(denialText(reason)).toMatch(/^[A-Z].* .*\.$/);
  expect(denialText('somethingNew')).toBe('It is not available.');
});
