import { Buffer } from 'node:buffer';
import { answering } from './answering.mjs';
import { begin, furtherPages, say } from './site.mjs';

/** Conversations beside a page: several of them, their list, files, and a card that a message withdraws. */
export async function chatScreens(shown, uid) {
  const { texts, words, page, picture, goTo } = shown;
  const { keep, card, attach } = words;
  const [, other] = await furtherPages(shown, uid);
  const here = answering(shown, other.uid);
  const box = page.locator('textarea[role=combobox]');
  const menu = async (entry) => {
    await page.getByRole('button', { name: keep.list, exact: true }).click();
    await page.getByRole('menu').waitFor();
    if (entry !== null) await page.getByRole('menuitem', { name: entry, exact: true }).click();
  };

  await goTo(`/pages/${String(other.uid)}`);
  await say(shown, texts.said.first);
  await here.rested();
  await menu(keep.open);
  await say(shown, texts.said.second);
  await here.rested();
  await picture('conversation-tabs');
  await menu(null);
  await picture('conversations');
  await page.getByRole('menuitem', { name: keep.rename, exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
  await picture('conversation-rename');
  await page.keyboard.press('Escape');
  await menu(keep.remove);
  await page.getByRole('alertdialog').waitFor();
  await picture('conversation-delete');
  await page.keyboard.press('Escape');
  await menu(keep.all);
  const list = page.getByRole('dialog', { name: keep.list });
  await list.locator('.v-chatlist__open').first().waitFor();
  await picture('conversation-list');
  await page.keyboard.press('Escape');

  const { name, text } = texts.file;
  const file = { name, mimeType: 'text/markdown', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').setInputFiles(file);
  await page.getByRole('list', { name: attach.waiting }).getByText(name).waitFor();
  await box.fill(texts.said.file);
  await picture('files');
  await box.fill('');
  await page.getByRole('button', { name: attach.remove(name) }).click();

  // A message that is written while a card waits says beforehand what it does.
  await begin(shown, texts.skill);
  await here.rested();
  await box.fill(texts.said.withCard);
  await page.getByText(words.chat.composer.withdraws).waitFor();
  await picture('card-withdraw');
  await box.fill('');
  while (here.waits()) await here.answer(card.skip);
}
