import { answering } from './answering.mjs';
import { approve, begin, forget, furtherPages, skillOf } from './site.mjs';

/** Open points, what waits for a decision, and what was done. */
export async function workScreens(shown, uid) {
  const { texts, page, picture, goTo, get } = shown;
  const { version } = await skillOf(shown, texts.skill);
  await goTo('/open-points');
  await page.getByText(version.name).first().waitFor();
  await picture('open-points');

  const [, , , asked, toured] = await furtherPages(shown, uid);
  await goTo(`/pages/${String(toured.uid)}`);
  await begin(shown, texts.skill);
  await answering(shown, toured.uid).rested();
  await askedOutsideAProcess(shown, asked.uid);
  await goTo('/inbox');
  await picture('inbox');
  for (const { uid: at } of [asked, toured]) await forget(shown, at);

  await goTo('/runs');
  await picture('runs');
  const { uuid } = (await get('/runs')).findLast(({ status }) => status === 'completed');
  await goTo(`/runs/${uuid}`);
  await picture('run');
}

/** What the assistant is asked for outside a process waits in the inbox too, and can be answered there. */
async function askedOutsideAProcess(shown, page) {
  const { texts, picture, goTo, get, post, put } = shown;
  const { skill, version } = await skillOf(shown, texts.textSkill);
  await post('/skills', {
    ...texts.checks,
    sourceUid: skill.source.uid,
    body: version.body,
    allowedTools: null,
    process: false,
  });
  const skills = await get('/skills');
  const { uid, identifier } = skills.find(({ name }) => name === texts.checks.name);
  await approve(shown, identifier);
  await post(`/skills/${String(uid)}/enabled`, { enabled: true });
  const [configuration] = await get('/skill-attachments');
  const attach = (loadMode) =>
    put(`/skill-attachments/${String(configuration.uid)}/${String(uid)}`, { loadMode });
  await attach('on_demand');
  await put('/tool-groups/process', { enabled: false });
  await goTo(`/pages/${String(page)}`);
  await begin(shown, identifier);
  await answering(shown, page).rested();
  await picture('decision');
  await put('/tool-groups/process', { enabled: true });
  await attach(null);
}
