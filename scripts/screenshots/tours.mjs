import { answering } from './answering.mjs';
import { furtherPages } from './site.mjs';

/** A tour over two pages, from the choice to what was done. */
export async function tourScreens(shown, uid) {
  const { words, page, picture, goTo, get } = shown;
  const { tours: t, card } = words;
  const [first, , second] = await furtherPages(shown, uid);
  const bar = page.getByRole('region', { name: t.bar });
  const finish = async ({ uid: at }) => {
    const here = answering(shown, at);
    await page.locator('[data-waiting-card]').waitFor();
    await here.rested();
    if (here.waits()) await here.answer(card.approve);
    if (here.waits()) await here.answer(card.keep);
    while (here.waits()) await here.answer(card.skip);
  };

  await goTo('/tours/new');
  for (const { title } of [first, second]) {
    await page.getByRole('checkbox', { name: title, exact: true }).click();
  }
  await picture('tours-new');
  await page.getByRole('button', { name: t.start }).click();
  await bar.getByText(t.position(1, 2)).waitFor();
  await answering(shown, first.uid).rested();
  await picture('tour-bar');
  await finish(first);
  await page.waitForURL(new RegExp(`/pages/${String(second.uid)}`));
  await bar.getByText(t.position(2, 2)).waitFor();
  await answering(shown, second.uid).rested();
  await bar.getByRole('button', { name: t.stop }).click();
  await page.getByRole('alertdialog').waitFor();
  await picture('tour-stop');
  await page.getByRole('alertdialog').getByRole('button', { name: t.stopKeep }).click();
  await bar.getByRole('button', { name: t.later }).click();
  await bar.getByText(t.states.paused).waitFor();
  const [{ uuid }] = await get('/tours');
  await goTo(`/tours/${uuid}`);
  await picture('tour');
  await page.getByRole('button', { name: t.resume, exact: true }).click();
  await page.getByRole('main').getByRole('link', { name: t.toPage }).click();
  await finish(second);
  await page.waitForURL(/\/tours\/[0-9a-f-]+$/);
  await page.getByRole('heading', { name: t.summary }).waitFor();
  await picture('tour-finished');
  await goTo('/tours');
  await picture('tours');
}
