import { answering } from './answering.mjs';

/** From the one-time link to undo; answers the page's uid. */
export async function aTour(shown, link) {
  const { texts, words, page, picture, goTo } = shown;
  const { card: t } = words;
  const title = page.locator('[data-waiting-card] h3');

  await page.goto(link);
  await page.getByLabel(words.session.name).fill(texts.person.name);
  await page.getByLabel(words.session.email).fill(texts.person.email);
  await picture('01-setup');
  await page.getByLabel(words.session.password, { exact: true }).fill(texts.person.password);
  await page.locator('button[type=submit]').click();
  const approve = page.getByRole('button', { name: words.firstRun.approve, exact: true });
  await approve.waitFor();
  await picture('02-read');
  await approve.click();
  const start = page.locator('button:not([disabled])', { hasText: words.firstRun.start });
  await start.waitFor();
  await picture('03-approved');

  await goTo('/pages');
  const box = page.locator('textarea[role=combobox]');
  await box.click();
  await box.pressSequentially('/');
  await page.getByRole('option').first().waitFor();
  await picture('04-slash');
  await box.fill('');
  await goTo('/first-run');
  await start.click();
  await page.locator('[data-waiting-card]').waitFor();
  const uid = Number(/\/pages\/(\d+)/.exec(page.url())[1]);
  const tour = answering(shown, uid);
  await tour.rested();
  await picture('05-first-card');
  await tour.answer(t.variant);
  await picture('06-variant');
  await tour.answer(t.approve);
  // On to a card about words in a paragraph.
  while (tour.waits() && !(await title.textContent()).startsWith(texts.linkText)) {
    await tour.answer(t.approve);
  }
  await picture('07-card');
  await tour.answer(t.skip);
  for (const reply of [t.keep, t.approve, t.skip, t.approve]) {
    if (tour.waits()) await tour.answer(reply);
  }
  while (tour.waits()) await tour.answer(t.skip);
  await picture('08-summary');
  const { pages } = words;
  await page.getByRole('button', { name: pages.history }).click();
  const undo = page.getByRole('dialog').getByRole('button', { name: pages.undo });
  await undo.first().waitFor();
  await picture('09-history');
  await undo.first().click();
  await page.getByText(pages.undone).first().waitFor();
  await picture('10-undone');
  return uid;
}
