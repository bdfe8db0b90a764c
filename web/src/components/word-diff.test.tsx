import { cleanup, render } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { LocaleProvider } from '../lib/i18n.tsx';
import { WordDiff } from './word-diff.tsx';

afterEach(cleanup);

describe('WordDiff', () => {
  it('marks with real <del> and <ins>, says so in hidden words, and leaves spaces unmarked', () => {
    const { container } = render(
      <LocaleProvider initial="de">
        <WordDiff before="sehr alter Hof" after="schöner Hof" lang="de" />
      </LocaleProvider>,
    );
    const removed = container.querySelector('del');
    const added = container.querySelector('ins');
    expect(removed?.textContent).toBe('entfernt: sehr alter');
    expect(added?.textContent).toBe('eingefügt: schöner');
    expect(removed?.querySelector('.v-sr')?.textContent).toBe('entfernt: ');
    expect(container.querySelector('.v-diff')?.getAttribute('lang')).toBe('de');
  });

  it('shows a text that was missing as added, and one that goes as removed', () => {
    const { container, rerender } = render(<WordDiff before={null} after="new" />);
    expect(container.querySelectorAll('ins')).toHaveLength(1);
    expect(container.querySelectorAll('del')).toHaveLength(0);
    rerender(<WordDiff before="old" after={null} />);
    expect(container.querySelectorAll('del')).toHaveLength(1);
    expect(container.querySelectorAll('ins')).toHaveLength(0);
  });

  it('gives a change of line ends alone a sign', () => {
    const { container } = render(<WordDiff before={'one\n\ntwo'} after={'one\ntwo'} />);
    expect(container.querySelector('del')?.textContent).toContain('↵');
  });

  it('never makes markup of the text it compares', () => {
    const { container } = render(<WordDiff before="a" after={'<img src=x onerror="alert(1)">'} />);
    expect(container.querySelector('img')).toBeNull();
    expect(container.textContent).toContain('<img src=x');
  });
});
