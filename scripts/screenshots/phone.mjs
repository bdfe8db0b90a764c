import { answering } from './answering.mjs';
import { begin, forget, furtherPages } from './site.mjs';

/** The same on a phone. */
export async function onAPhone(shown, uid) {
  const { texts, words, page, picture, goTo } = shown;
  const { app, pages: t } = words;
  await page.setViewportSize({ width: 360, height: 780 });
  await goTo('/pages');
  await picture('phone-pages');
  await page.getByRole('button', { name: app.menu, exact: true }).click();
  await page.getByRole('menu').waitFor();
  await picture('phone-menu');
  await page.keyboard.press('Escape');
  await goTo(`/pages/${String(uid)}`);
  await picture('phone-page');
  const toAssistant = () => page.getByRole('button', { name: t.assistant }).last().click();
  await toAssistant();
  await page.locator('.v-composer').waitFor();
  await picture('phone-chat');
  await goTo('/open-points');
  await picture('phone-open-points');

  const pages = await furtherPages(shown, uid);
  const { uid: other } = pages.at(-1);
  await forget(shown, other);
  await goTo(`/pages/${String(other)}`);
  await toAssistant();
  await begin(shown, texts.skill);
  const here = answering(shown, other);
  await here.rested();
  await picture('phone-card');
  while (here.waits()) await here.answer(words.card.skip);
  await page.setViewportSize({ width: 1440, height: 900 });
}
