/** A task: written, run, answered, and what is kept of the answer. */
export async function taskScreens(shown) {
  const { texts, words, page, picture, goTo, get, post } = shown;
  const { tasks: t } = words;
  const { task } = texts;
  await goTo('/tasks/new');
  await page.getByLabel(t.identifier).fill(task.identifier);
  await page.getByLabel(t.name, { exact: true }).fill(task.name);
  await page.getByLabel(t.description).fill(task.description);
  await page.getByLabel(t.prompt, { exact: true }).fill(task.promptTemplate);
  await picture('task-new');
  const { uid } = await post('/tasks', task);
  await goTo(`/tasks/${String(uid)}/edit`);
  await picture('task-edit');
  await goTo(`/tasks/${String(uid)}`);
  await picture('task');
  await page.getByRole('textbox', { name: task.inputs[0].label }).fill(texts.topic);
  await page.getByRole('button', { name: t.run, exact: true }).click();
  await page.getByRole('button', { name: t.copy, exact: true }).waitFor();
  await picture('task-answer');
  await goTo('/tasks');
  await picture('tasks');
  const [{ uuid }] = await get('/task-results');
  await goTo(`/tasks/answers/${uuid}`);
  await picture('task-answer-kept');
}
