import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { asBox, useForm } from './use-form.ts';

function opened() {
  const sent: unknown[] = [];
  const { result } = renderHook(() =>
    useForm({
      initial: () => ({ name: '', isActive: true }),
      wrongFields: ({ name }) => (name === '' ? (['name'] as const) : []),
      onSubmit: (form) => {
        sent.push(form);
      },
    }),
  );
  return { sent, result };
}

it('complains about a field after an attempt to send it, and no longer than it is wrong', () => {
  const { sent, result } = opened();
  expect(result.current.field('name', 'Fill it in.').error).toBeUndefined();
  act(() => {
    result.current.submit();
  });
  expect(sent).toEqual([]);
  expect(result.current.field('name', 'Fill it in.').error).toBe('Fill it in.');
  act(() => {
    result.current.field('name').onChange('Ada');
  });
  expect(result.current.field('name', 'Fill it in.')).toMatchObject({
    value: 'Ada',
    error: undefined,
  });
});

it('begins anew once what was sent is done with', () => {
  const { result } = opened();
  act(() => {
    result.current.submit();
  });
  act(() => {
    result.current.change({ name: 'Ada' });
  });
  act(() => {
    result.current.reset();
  });
  expect(result.current.field('name', 'Fill it in.')).toMatchObject({
    value: '',
    error: undefined,
  });
});

it('hands on everything that was changed, also at once', () => {
  const { sent, result } = opened();
  act(() => {
    result.current.change({ name: 'Ada' });
    asBox(result.current.field('isActive')).onChange(false);
  });
  act(() => {
    result.current.submit();
  });
  expect(sent).toEqual([{ name: 'Ada', isActive: false }]);
});
