import { describe, expect, it } from 'vitest';
import { shortDigest, stampEdge } from './digest.ts';
import { formatDuration, formatRelative, formatShort, plural } from './format.ts';
import { initials } from './initials.ts';
import { localPath } from './local-path.ts';
import { initialLocale } from './locale.ts';

const DIGEST = `1:3fa9c1d2${'0'.repeat(56)}`;

describe('digest', () => {
  it('is shown by scheme and eight digits', () => {
    expect(shortDigest(DIGEST)).toBe('1:3fa9c1d2');
  });

  it('draws one stroke a hex digit, clockwise from twelve, 1.6 + 0.3 × digit long', () => {
    const strokes = stampEdge(DIGEST).split('M').slice(1);
    expect(strokes).toHaveLength(64);
    expect(strokes[0]).toBe('60 1.4 60 3.9');
    expect(strokes[1]).toBe('65.7 1.7 65.1 7.8');
    expect(strokes[16]).toBe('118.6 60 117 60');
  });

  it('draws different versions differently', () => {
    expect(stampEdge(DIGEST)).not.toBe(stampEdge(DIGEST.replace('3', '4')));
  });
});

describe('words of numbers and times', () => {
  it('counts in both languages', () => {
    const forms = { zero: 'none', one: '# page', other: '# pages' };
    expect([0, 1, 2, 1500].map((n) => plural('en', n, forms))).toEqual([
      'none',
      '1 page',
      '2 pages',
      '1,500 pages',
    ]);
    expect(plural('de', 1500, { one: '# Seite', other: '# Seiten' })).toBe('1.500 Seiten');
  });

  it('says when, as short as it is unmistakable', () => {
    const now = new Date(2026, 8, 4, 12, 0).getTime();
    expect(formatShort('de', new Date(2026, 8, 4, 10, 41).getTime(), now)).toBe('10:41');
    expect(formatShort('de', new Date(2026, 8, 3, 22, 5).getTime(), now)).toBe('gestern, 22:05');
    expect(formatShort('de', new Date(2026, 8, 1, 9, 0).getTime(), now)).toBe('1. Sept.');
    expect(formatShort('en', new Date(2025, 8, 1, 9, 0).getTime(), now)).toBe('1 Sept 2025');
  });

  it('never says that something will have happened', () => {
    expect(formatRelative('en', 2_000, 1_000)).toBe('now');
    expect(formatRelative('de', 0, 3 * 60_000)).toBe('vor 3 Minuten');
  });

  it('says how long', () => {
    expect(formatDuration('de', 400)).toBe('1 Sek.');
    expect(formatDuration('de', 9 * 60_000)).toBe('9 Min.');
    expect(formatDuration('en', 65 * 60_000)).toBe('1 hr 5 mins');
  });
});

describe('initialLocale', () => {
  it('takes what was chosen, then the browser’s first language that is spoken, then English', () => {
    expect(initialLocale('de', ['en-US'])).toBe('de');
    expect(initialLocale(null, ['fr', 'de-AT', 'en'])).toBe('de');
    expect(initialLocale('xx', ['fr'])).toBe('en');
  });
});

describe('localPath', () => {
  it('never leads away from here', () => {
    expect(localPath('/pages/12?start=3')).toBe('/pages/12?start=3');
    for (const elsewhere of [
      '//evil.example',
      'https://evil.example',
      '/\\evil.example',
      'javascript:alert(1)',
      null,
    ]) {
      expect(localPath(elsewhere)).toBeNull();
    }
  });
});

describe('initials', () => {
  it('takes the first and the last name', () => {
    expect(initials('Jule Brandt')).toBe('JB');
    expect(initials('Ana de la Cruz')).toBe('AC');
    expect(initials('élodie')).toBe('É');
    expect(initials('')).toBe('');
  });
});
