import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { EMPTY_FORM } from './model/skill-form.ts';
import { SkillFields } from './skill-form.tsx';

afterEach(cleanup);

it('previews the text with nothing of it out of sight', () => {
  const form = { ...EMPTY_FORM, body: 'Seen\u200b\n\n[//]: # (said to the model only)\n' };
  render(<SkillFields form={form} missing={[]} onChange={() => undefined} />);
  fireEvent.click(screen.getByText('Preview'));
  expect(document.body.textContent).toContain('said to the model only');
  expect(document.body.textContent).toContain('Seen⟦U+200B⟧');
});
