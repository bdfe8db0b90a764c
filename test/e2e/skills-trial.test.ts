import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAdministration, type Administration } from './support/administration.ts';
import { phoneFaults, violations } from './support/accessibility.ts';
import { changedFiles, snapshot } from './support/files.ts';

const DEMO = fileURLToPath(new URL('../../demo', import.meta.url));

const WORDS = {
  en: {
    open: 'Try it on a page first',
    page: 'Page',
    start: 'Start the trial',
    again: 'Try again',
    close: 'Close',
    ended: 'The trial went to its end.',
    results: 'What it would propose',
    notSaved: 'Only shown: nothing was saved.',
    moved: 'so this version was not tried',
    tried: 'Tried on a page',
  },
  de: {
    open: 'Zuerst auf einer Seite ausprobieren',
    page: 'Seite',
    start: 'Versuch beginnen',
    again: 'Noch einmal',
    close: 'Schließen',
    ended: 'Der Versuch ist bis zum Ende gelaufen.',
    results: 'Was sie vorschlagen würde',
    notSaved: 'Nur gezeigt: Gespeichert wurde nichts.',
    moved: 'diese Version wurde nicht ausprobiert',
    tried: 'Auf einer Seite ausprobiert',
  },
} as const;

describe('trying a version on a page of the demo site', () => {
  let administration: Administration;
  beforeAll(async () => {
    const files = [...(await snapshot(DEMO))].map(([name, bytes]) => [
      name,
      bytes.toString('utf8'),
    ]);
    administration = await openAdministration({
      files: Object.fromEntries(files) as Record<string, string>,
    });
  });
  afterAll(() => administration.close());

  /** Everything a trial must leave as it is: the files, and what the server keeps of conversations, runs and points. */
  const kept = async () => {
    const { world } = administration;
    const paths = ['conversations', 'runs', 'open-points'];
    const records = await Promise.all(paths.map((path) => world.get(`/api/${path}`)));
    return { files: await snapshot(world.site), records };
  };

  it.each([
    { language: 'en', identifier: 'text', title: 'Aldersee Library' },
    { language: 'de', identifier: 'seo-de', title: 'Bücherei Aldersee' },
  ] as const)(
    'WEB-03, WEB-04 its cards are shown and nothing is written, language $language',
    async ({ language, identifier, title }) => {
      const t = WORDS[language];
      const { page } = administration;
      const before = await kept();
      const { skill, digest } = await administration.review(identifier);
      await administration.open(`skills/${String(skill.uid)}`, language);
      await page.getByRole('button', { name: t.open }).click();
      const dialog = page.getByRole('alertdialog');
      // A page in the language of the process is proposed; any other can be chosen.
      const proposed = dialog.getByRole('combobox', { name: t.page });
      await expect.poll(() => proposed.inputValue()).toBe(title);
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: t.start }).click();
      await dialog.getByText(t.ended).waitFor();
      const cards = dialog.getByRole('region', { name: t.results }).getByText(t.notSaved);
      expect(await cards.count()).toBeGreaterThan(1);
      expect(await dialog.locator('ins').count()).toBeGreaterThan(0);
      expect(await phoneFaults(page)).toEqual([]);
      await dialog.getByRole('button', { name: t.close }).click();
      await dialog.waitFor({ state: 'hidden' });

      const after = await kept();
      expect(before.files.size).toBeGreaterThan(0);
      expect(changedFiles(before.files, after.files)).toEqual([]);
      expect(after.records).toEqual(before.records);
      // What is kept is who tried which version where, and the version is no more approved than before.
      const [tried] = await administration.audit();
      expect(tried).toMatchObject({ event: 'tried', digest, actorName: 'Ada Lovelace' });
      expect((await administration.review(identifier)).skill.instruction).toBe(skill.instruction);
      await administration.open('audit', language);
      const row = page.getByRole('row').filter({ hasText: t.tried });
      await row.getByText(title).first().waitFor();
    },
  );

  it.each([
    { language: 'en', identifier: 'text' },
    { language: 'de', identifier: 'seo-de' },
  ] as const)(
    'APR-02, WEB-04 a text that moved is not tried, and shown when the dialog closes, language $language',
    async ({ language, identifier }) => {
      const t = WORDS[language];
      const { page } = administration;
      const { skill } = await administration.review(identifier);
      await administration.open(`skills/${String(skill.uid)}`, language);
      await page.getByRole('button', { name: t.open }).click();
      await administration.addLine(identifier, 'A line nobody has read.');
      const audited = (await administration.audit()).length;
      const dialog = page.getByRole('alertdialog');
      await dialog.getByRole('button', { name: t.start }).click();
      await dialog.getByRole('alert').getByText(t.moved).waitFor();
      expect(await dialog.getByRole('button', { name: t.again }).isDisabled()).toBe(true);
      expect(await violations(page)).toEqual([]);
      await dialog.getByRole('button', { name: t.close }).click();
      await page.getByText('A line nobody has read.').first().waitFor();
      expect(await administration.audit()).toHaveLength(audited);
    },
  );
});
