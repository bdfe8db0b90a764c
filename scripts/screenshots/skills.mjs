import { approve, begin, forget, furtherPages, skillOf } from './site.mjs';
import { answering } from './answering.mjs';

/** Skills: read, changed, tried, revoked with a card that waits, approved again; then every area the rail lists. */
export async function skillScreens(shown, uid) {
  const { texts, words, page, picture, goTo, put } = shown;
  const { decide, trial, writing } = words;
  const { uid: skill, version } = await skillOf(shown, texts.skill);
  const path = `/administration/skills/${String(skill)}`;
  await goTo(path);
  await page.locator('.v-rail__item').nth(5).waitFor();
  await picture('admin-skill');
  await goTo(`${path}/edit`);
  await picture('admin-skill-edit');
  await goTo('/administration/skills/new');
  await picture('admin-skill-new');

  const { uid: other } = await skillOf(shown, texts.textSkill);
  await goTo(`/administration/skills/${String(other)}`);
  await page.getByRole('button', { name: trial.open }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: trial.start }).click();
  await dialog.getByText(trial.ending.completed, { exact: false }).waitFor();
  await picture('admin-skill-trial');
  await dialog.getByRole('button', { name: trial.close }).click();

  await revokedInATour(shown, { uid, path });
  await approve(shown, texts.skill);
  const { name, description, body, allowedTools, process } = version;
  await put(`/skills/${String(skill)}`, {
    ...{ name, description, allowedTools, process },
    body: `${body.trimEnd()}\n\n${texts.addedLine}\n`,
  });
  await goTo(path);
  await page.getByRole('button', { name: new RegExp(decide.approve('\\S+')) }).waitFor();
  await picture('admin-skill-changed');
  await goTo(`${path}/history`);
  await picture('admin-skill-history');
  await page.getByRole('button', { name: writing.rollback }).last().click();
  await page.locator('.v-dialog').waitFor();
  await picture('admin-skill-rollback');
  await page.keyboard.press('Escape');
  await goTo('/administration/skills');
  await picture('admin-skills');
  await goTo('/administration/attachments');
  await picture('admin-attachments');
  await goTo('/administration/audit');
  await picture('admin-audit');
}

/** A card waits while the administrator revokes: the dialog shows what that reaches, the card what it means. */
async function revokedInATour(shown, { uid, path }) {
  const { texts, words, page, picture, goTo, newContext, cameraFor } = shown;
  const { decide, revoke } = words;
  const [{ uid: at }] = (await furtherPages(shown, uid)).slice(-2);
  await forget(shown, at);
  await goTo(`/pages/${String(at)}`);
  await begin(shown, texts.skill);
  await answering(shown, at).rested();

  const context = await newContext();
  await context.addCookies(await page.context().cookies());
  const desk = await context.newPage();
  const camera = await cameraFor(desk);
  await desk.goto(new URL(path, page.url()).href);
  await desk.getByRole('button', { name: decide.revoke }).click();
  const dialog = desk.getByRole('alertdialog');
  await dialog.getByLabel(revoke.reason).fill(texts.reason);
  await camera.picture('admin-skill-revoke');
  await dialog.getByRole('button', { name: revoke.revoke }).click();
  await dialog.waitFor({ state: 'detached' });
  await context.close();
  await page.locator('[data-waiting-card]').getByText(texts.reason).waitFor();
  await picture('card-revoked');
}
