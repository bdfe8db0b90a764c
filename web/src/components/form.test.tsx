import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { LocaleProvider } from '../lib/i18n.tsx';
import { Button, Form, PasswordField, RadioField, Select, TextField } from './index.ts';

afterEach(cleanup);

const CHOICES = [{ id: 'a', label: 'A' }] as const;

function show(wrong: 'text' | 'radio' | 'select') {
  const error = (field: typeof wrong) => (field === wrong ? 'It is wrong.' : undefined);
  const ignore = () => undefined;
  render(
    <LocaleProvider initial="en">
      <Form label="Form" onSubmit={ignore}>
        <TextField label="Text" value="" onChange={ignore} error={error('text')} />
        <RadioField
          label="Radio"
          help="One of them."
          options={CHOICES}
          value={null}
          onChange={ignore}
          error={error('radio')}
        />
        <Select
          label="Select"
          showLabel
          options={[{ id: '', label: 'Choose' }, ...CHOICES]}
          value=""
          onChange={ignore}
          error={error('select')}
        />
        <Button type="submit">Send</Button>
      </Form>
    </LocaleProvider>,
  );
  fireEvent.submit(screen.getByRole('form'));
  return document.activeElement;
}

it('a field says what is wrong with it, and the first wrong one has the focus after an attempt', () => {
  expect(show('text')).toBe(screen.getByRole('textbox'));
  screen.getByText('It is wrong.');
});

it('so do choices', () => {
  expect(show('radio')).toBe(screen.getByRole('radio'));
  expect(screen.getByRole('radiogroup').getAttribute('aria-invalid')).toBe('true');
  screen.getByText('It is wrong.');
  cleanup();
  show('select');
  screen.getByText('It is wrong.');
});

it('says nothing of its own when a field is left, so that no button moves away under a press', () => {
  const ignore = () => undefined;
  render(
    <LocaleProvider initial="en">
      <Form label="Form" onSubmit={ignore}>
        <TextField label="Text" type="email" value="" isRequired onChange={ignore} />
        <PasswordField
          label="Password"
          value=""
          isRequired
          onChange={ignore}
          error="This is not your password."
        />
        <Button type="submit">Send</Button>
      </Form>
    </LocaleProvider>,
  );
  // What a browser tells a field that is left with another text than it had.
  fireEvent(screen.getByLabelText(/Text/), new Event('change', { bubbles: true }));
  fireEvent(screen.getByLabelText(/Password/), new Event('change', { bubbles: true }));
  expect(document.querySelectorAll('.v-field__error')).toHaveLength(1);
  screen.getByText('This is not your password.');
});
