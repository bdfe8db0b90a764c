import { Buffer } from 'node:buffer';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What others do to the files while a page is open: it is shown anew, an undo is refused, a file is left out. */
export async function elsewhereScreens(shown, uid) {
  const { texts, words, language, dataDir, page, picture, goTo } = shown;
  const { pages: t } = words;
  const folder = join(dataDir, 'site', language);
  const file = join(folder, 'index.md');
  const before = await readFile(file, 'utf8');
  await goTo(`/pages/${String(uid)}`);
  await writeFile(
    file,
    before
      .replace(/^description: .*$/m, `description: ${texts.others.description}`)
      .replace(/\n\n_/, `\n\n${texts.others.paragraph}\n\n_`),
  );
  await page.getByText(t.changedElsewhere).first().waitFor();
  const preview = page.locator('iframe.v-frame').contentFrame();
  await preview.getByText(texts.others.paragraph).waitFor();
  await picture('page-changed');
  await page.getByRole('button', { name: t.history }).click();
  const dialog = page.getByRole('dialog');
  const undo = dialog.getByRole('button', { name: t.undo, exact: true });
  await undo.first().waitFor();
  await undo.last().click();
  await dialog.getByText(t.movedOn).waitFor();
  await dialog.getByText(t.movedOn).scrollIntoViewIfNeeded();
  await picture('undo-refused');
  await writeFile(file, before);

  const old = join(folder, texts.others.file);
  await writeFile(old, Buffer.from(`\ufeff${texts.others.paragraph}`, 'utf16le'));
  await goTo('/pages');
  await page.getByRole('button', { name: t.leftOut(1) }).click();
  await dialog.getByText(texts.others.file).waitFor();
  await picture('left-out');
  await rm(old);
}
