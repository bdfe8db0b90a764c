import { furtherPages, skillOf } from './site.mjs';

/** The list of pages, a page and what opens over it, the help, and what has no address. */
export async function pageScreens(shown, uid) {
  const { texts, words, page, picture, goTo } = shown;
  const { pages: t, app } = words;
  await goTo('/pages');
  await picture('pages');
  await page.getByRole('searchbox', { name: t.search }).fill(texts.searched);
  await page.getByText(t.inTexts, { exact: true }).waitFor();
  await page.getByText(t.searching).waitFor({ state: 'detached' });
  await picture('page-search');

  const [other] = await furtherPages(shown, uid);
  const path = `/pages/${String(other.uid)}`;
  await goTo(path);
  await picture('page');
  await page.getByRole('radio', { name: t.phone }).click();
  await picture('page-width');
  await page.getByRole('radio', { name: t.desktop }).click();
  const { uid: skill, version } = await skillOf(shown, texts.skill);
  await goTo(`${path}?start=${String(skill)}`);
  await page.getByRole('dialog').getByRole('button', { name: t.start, exact: true }).waitFor();
  await picture('start-link');

  await goTo(`/pages/${String(uid)}`);
  await page.locator('.v-stage__points').click();
  await page.getByRole('dialog').getByText(version.name).waitFor();
  await picture('page-open-points');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'dark' });
  await picture('page-dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('button', { name: app.help, exact: true }).click();
  await page.getByRole('dialog').waitFor();
  await picture('help');
  await page.keyboard.press('Escape');
  // Another language of the interface is one choice away; the picture shows where.
  await page.locator('.v-avatar').click();
  await page.getByRole('menu').waitFor();
  await picture('account-menu');
  await page.keyboard.press('Escape');
  await goTo('/nowhere');
  await picture('not-found');
}
