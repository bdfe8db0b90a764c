import { expect, it } from 'vitest';
import { CompositionNotice, NoticeCode, type Locale } from '../../../src/contracts/index.ts';
import { noticeText } from '../features/chat/notice-words.ts';
import { compositionText } from './notice-words.ts';

const LOCALES: readonly Locale[] = ['en', 'de'];

it('CHT-05 every notice has words in the chat, never its code', () => {
  for (const locale of LOCALES) {
    for (const code of NoticeCode.options) {
      const text = noticeText({ code, data: { name: 'House tone', names: 'a.png' } }, locale);
      expect(text, `${locale} ${code}`).toMatch(/^\p{Lu}|^[“„]/u);
      expect(text).not.toContain(code);
    }
    // What was left out is named, also in the chat.
    for (const code of CompositionNotice.options) {
      const named = noticeText({ code, data: { name: 'House tone' } }, locale);
      expect(named, `${locale} ${code}`).toContain('House tone');
    }
  }
});

it('TSK-01, CMP-01 a task says what was left out by its name, why, and what to do', () => {
  for (const locale of LOCALES) {
    for (const code of CompositionNotice.options) {
      const text = compositionText({ code, data: { name: 'House tone' } }, locale);
      expect(text, `${locale} ${code}`).toContain('House tone');
      expect(text).not.toContain(code);
    }
  }
  const off = { code: 'skill_not_available', data: { name: 'House tone', reason: 'switched_off' } };
  expect(compositionText(off, 'en')).toBe(
    '“House tone” was left out: it is switched off. An administrator can switch it on under Skills.',
  );
  expect(compositionText(off, 'de')).toBe(
    '„House tone“ wurde weggelassen: Der Skill ist ausgeschaltet. Die Administration kann ihn unter Skills einschalten.',
  );
  // One of a later version has none here.
  expect(compositionText({ code: 'of_tomorrow', data: {} }, 'en')).toBeNull();
});
