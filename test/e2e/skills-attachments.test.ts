import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConfigurationSkills } from '../../src/contracts/index.ts';
import { openAdministration, type Administration } from './support/administration.ts';
import { phoneFaults, violations } from './support/accessibility.ts';
import { skill } from './support/world.ts';

const WORDS = {
  en: {
    title: 'Where skills are used',
    add: 'Add a skill to “Default”',
    up: (name: string) => `Move “${name}” up`,
    detach: (name: string) => `Do not offer “${name}” here`,
    mode: (name: string) => `How “${name}” is used`,
    always: 'Always',
    byPerson: 'A person starts it',
    search: 'Skill, person, reason or digest',
    skill: 'Skill',
    person: 'Person',
    event: 'Event',
    detached: 'No longer offered in a configuration',
    ordered: 'Skills of a configuration put into another order',
    nothing: 'Nothing fits this filter',
    nobody: 'Vouch itself',
  },
  de: {
    title: 'Einsatz der Skills',
    add: 'Skill zu „Default“ hinzufügen',
    up: (name: string) => `„${name}“ nach oben`,
    detach: (name: string) => `„${name}“ hier nicht anbieten`,
    mode: (name: string) => `Einsatz von „${name}“`,
    always: 'Immer',
    byPerson: 'Ein Mensch startet ihn',
    search: 'Skill, Person, Grund oder Kennung',
    skill: 'Skill',
    person: 'Person',
    event: 'Ereignis',
    detached: 'In einer Konfiguration nicht mehr angeboten',
    ordered: 'Skills einer Konfiguration anders geordnet',
    nothing: 'Nichts passt zu diesem Filter',
    nobody: 'Vouch selbst',
  },
} as const;

describe.each([
  { language: 'en', note: 'House style', process: 'text' },
  { language: 'de', note: 'Hausregeln', process: 'text-de' },
] as const)('where skills are used, language $language', ({ language, note, process }) => {
  const t = WORDS[language];
  const names = async (): Promise<readonly string[]> => {
    const [configuration] = await attachments();
    return (configuration?.skills ?? []).map(({ name }) => name);
  };
  const attached = async (name: string) =>
    (await attachments())[0]?.skills.find((one) => one.name === name);
  const choose = async (list: Locator, option: string) => {
    await list.click();
    await administration.page.getByRole('option', { name: option }).first().click();
  };

  it('LOD-01, WEB-04 a skill is added, moved up, given along always and taken away; the screen and the server agree', async () => {
    const { page, world } = administration;
    const sourceUid = (await skill(world, 'seo')).source.uid;
    await world.post('/api/skills', {
      sourceUid,
      name: note,
      description: 'How this house writes.',
      body: 'Write plainly.',
      allowedTools: null,
      process: false,
    });
    const before = await names();
    await administration.open('attachments', language);
    await page.getByRole('heading', { name: t.title }).waitFor();
    await choose(page.getByRole('button', { name: t.add }), note);
    const row = page.getByRole('row').filter({ hasText: note });
    await row.waitFor();
    expect(await names()).toEqual([...before, note]);
    expect(await attached(note)).toMatchObject({ loadMode: 'on_demand' });
    expect(await violations(page)).toEqual([]);

    await page.getByRole('button', { name: t.up(note) }).click();
    const moved = [...before.slice(0, -1), note, ...before.slice(-1)];
    await expect.poll(names).toEqual(moved);
    await expect.poll(() => rows()).toEqual(moved);

    await row
      .getByRole('radiogroup', { name: t.mode(note) })
      .getByText(t.always)
      .click();
    await expect.poll(async () => (await attached(note))?.loadMode).toBe('always');
    expect(await names()).toEqual(moved);

    await page.getByRole('button', { name: t.detach(note) }).click();
    await expect.poll(names).toEqual(before);
    await row.waitFor({ state: 'detached' });
  });

  it('PRC-02, WEB-03 a process is not given along always: the screen offers no such choice and says who starts it', async () => {
    const { page, world } = administration;
    const { name } = await skill(world, process);
    await administration.open('attachments', language);
    const row = page.getByRole('row').filter({ hasText: name });
    await row.getByText(t.byPerson).waitFor();
    expect(await page.getByRole('radiogroup', { name: t.mode(name) }).count()).toBe(0);
    expect(await attached(name)).toMatchObject({ loadMode: 'on_demand' });
    expect(await phoneFaults(page)).toEqual([]);
  });

  it('APR-06, WEB-03, WEB-04 the audit is filtered by skill, event and person, and searched', async () => {
    const { page } = administration;
    const row = (text: string) => page.getByRole('cell').filter({ hasText: text });
    await administration.open('audit', language);
    await row(t.detached).first().waitFor();
    expect(await phoneFaults(page)).toEqual([]);
    await choose(page.getByRole('button', { name: t.skill }), note);
    await row(t.ordered).first().waitFor({ state: 'detached' });
    await row(t.detached).waitFor();
    const ofSkill = await page.getByRole('row').count();
    const told = (await administration.audit()).filter((entry) => entry.skillName === note);
    expect(ofSkill).toBe(told.length + 1);

    await choose(page.getByRole('button', { name: t.event }), t.detached);
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await choose(page.getByRole('button', { name: t.person }), t.nobody);
    await page.getByText(t.nothing).waitFor();
    expect(await violations(page)).toEqual([]);
    await choose(page.getByRole('button', { name: t.person }), 'Ada Lovelace');
    await expect.poll(() => page.getByRole('row').count()).toBe(2);
    await page.getByLabel(t.search).fill('no such words');
    await page.getByText(t.nothing).waitFor();
  });
});

let administration: Administration;
beforeAll(async () => {
  administration = await openAdministration();
});
afterAll(() => administration.close());

async function attachments(): Promise<readonly ConfigurationSkills[]> {
  return ConfigurationSkills.array().parse(
    await administration.world.get('/api/skill-attachments'),
  );
}

/** The names in the table, from above. */
function rows(): Promise<readonly string[]> {
  return administration.page.getByRole('row').getByRole('link').allInnerTexts();
}
