/** Pages of the site in the language of the pictures, in their order, without the first: `{ uid, title }`. */
export async function furtherPages({ get, language }, uid) {
  const { roots } = await get('/site');
  const all = roots.flatMap(function flat(node) {
    return [node, ...(node.children ?? []).flatMap(flat)];
  });
  return all.filter((node) => node.language === language && node.uid !== uid);
}

/** The skill of an identifier, with its current version. */
export async function skillOf({ get }, identifier) {
  const skills = await get('/skills');
  const { uid } = skills.find((one) => one.identifier === identifier);
  return { uid, ...(await get(`/skills/${String(uid)}/review`)) };
}

/** Approves the current version of a skill, as the screen does. */
export async function approve(shown, identifier) {
  const { uid, digest } = await skillOf(shown, identifier);
  await shown.post(`/skills/${String(uid)}/approve`, { digest });
}

/** Writes a message beside the page that is open, and sends it. */
export async function say({ page }, text) {
  const box = page.locator('textarea[role=combobox]');
  await box.fill(text);
  await page.locator('.v-composer .v-btn--primary:not([disabled])').waitFor();
  await box.press('Control+Enter');
  await page.locator('.v-msg--me', { hasText: text }).waitFor();
}

/** Starts what the slash menu has under this name, beside the page that is open, and waits for its first card. */
export async function begin({ page }, identifier) {
  const box = page.locator('textarea[role=combobox]');
  await box.fill(`/${identifier}`);
  await page.getByRole('option').first().waitFor();
  await box.press('Enter');
  await page.locator('.v-composer .v-btn--primary:not([disabled])').waitFor();
  await box.press('Control+Enter');
  await page.locator('[data-waiting-card]').waitFor();
}

/** Deletes what was said about a page, so that a picture shows a conversation from its beginning. */
export async function forget({ get, remove }, uid) {
  const said = await get(`/conversations?page=${String(uid)}`);
  for (const { uuid } of said) await remove(`/conversations/${uuid}`);
}
