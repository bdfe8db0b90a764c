/** Snippets: written, marked, changed since, and where they go. */
export async function snippetScreens(shown) {
  const { texts, words, page, picture, goTo, post } = shown;
  const { snippets: t } = words;
  const at = '/administration/snippets';
  await goTo(`${at}/new`);
  const { secondSnippet: second } = texts;
  await page.getByLabel(t.name, { exact: true }).fill(second.name);
  await page.getByLabel(t.text, { exact: true }).fill(second.text);
  await page.getByLabel(t.tags, { exact: true }).fill(second.tags);
  await picture('admin-snippet-new');
  await page.getByRole('button', { name: t.save, exact: true }).click();
  await page.getByRole('button', { name: t.markButton }).waitFor();

  const { uid } = await post('/snippets', texts.snippet);
  const one = `${at}/${String(uid)}`;
  await goTo(one);
  await page.getByRole('button', { name: t.markButton }).click();
  await page.getByRole('button', { name: t.unmark }).waitFor();
  await picture('admin-snippet');
  await goTo(`${one}/edit`);
  await page.getByLabel(t.text, { exact: true }).fill(texts.changedSnippet);
  await page.getByText(t.losesMark).waitFor();
  await picture('admin-snippet-edit');
  await page.getByRole('button', { name: t.save, exact: true }).click();
  await page.getByText(t.difference).waitFor();
  await picture('admin-snippet-changed');
  await goTo(`${one}/history`);
  await picture('admin-snippet-history');
  await goTo(`${at}/uses`);
  await page
    .getByRole('form')
    .first()
    .getByLabel(t.tags, { exact: true })
    .fill(texts.snippet.tags[0]);
  await page.getByRole('button', { name: t.save, exact: true }).first().click();
  await picture('admin-snippet-uses');
  await goTo(at);
  await picture('admin-snippets');
}
