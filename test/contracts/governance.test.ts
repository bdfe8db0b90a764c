import { expect, it } from 'vitest';
import { createUsageService } from '../../src/models/index.ts';
import { createGovernance } from '../../src/runs/index.ts';
import { describeEachDatabase, type OpenFresh } from '../support/databases.ts';
import { ADMIN, createWorld, EDITOR, READER } from './chat-world.ts';
import { NO_LIMITS } from './no-limits.ts';

async function open(openFresh: OpenFresh) {
  const world = await createWorld(openFresh);
  const people = () =>
    Promise.resolve([...world.people.values()].map(({ userId, name }) => ({ id: userId, name })));
  const usage = createUsageService({
    store: world.stores.usage,
    configurations: world.stores.configurations,
    transactions: world.transactions,
    clock: world.clock,
    people,
    processName: () => Promise.resolve(null),
  });
  const governance = createGovernance({
    runtime: world.runtime,
    configurations: world.stores.configurations,
    tools: world.runtimeDeps.tools,
    directory: world.directory,
    budgets: usage,
    people,
    skills: world.stores.skills,
    servers: () => Promise.resolve([{ identifier: 'every', state: 'notApproved' as const }]),
    settings: {
      privacyLevel: 'metadata',
      retentionDays: 30,
      minTrustLevel: 'untrusted',
      instructionTrustLevel: 'verified',
      dataClasses: 'enforce',
    },
  });
  const configuration = await world.stores.configurations.defaultConfiguration();
  const configurationUid = configuration?.uid ?? 0;
  const explain = (tool: string, more: { userId?: string; skillUid?: number } = {}) =>
    governance.explain(
      {
        userId: 'editor',
        configurationUid,
        tool,
        ...(more.skillUid === undefined ? {} : { page: world.page }),
        ...more,
      },
      ADMIN,
    );
  const configure = (changes: { allowedToolGroups?: string[]; allowedGroupIds?: string[] }) =>
    world.transactions.transact((tx) =>
      world.stores.configurations.within(tx).update(configurationUid, changes, world.clock.now()),
    );
  return { ...world, usage, governance, configurationUid, explain, configure };
}

describeEachDatabase('governance', (openFresh) => {
  it('TOL-01 names the rule that says no, in the order a run meets them, and what would decide', async () => {
    const world = await open(openFresh);
    expect(await world.explain('set_fields')).toMatchObject({
      allowed: true,
      start: { refusal: null },
      gate: { reason: 'none', dataClass: 'editorContent' },
      budget: { refusal: null },
      approval: 'by_themselves',
    });
    expect(await world.explain('set_fields', { userId: 'reader' })).toMatchObject({
      allowed: true,
      approval: 'by_somebody_else',
    });
    // Of a run without a process there is nothing to report.
    expect(await world.explain('progress')).toMatchObject({
      allowed: false,
      gate: { reason: 'nothingToDo' },
      approval: null,
    });
    expect(await world.explain('progress', { skillUid: world.processUid })).toMatchObject({
      allowed: true,
      approval: 'not_needed',
    });
    expect(await world.explain('set_fields', { skillUid: world.processUid })).toMatchObject({
      allowed: true,
      approval: 'in_conversation',
    });
    expect(await world.explain('no_such_tool')).toMatchObject({
      allowed: false,
      gate: { reason: 'notRegistered' },
    });

    await world.setFourEyes(true);
    expect(await world.explain('set_fields')).toMatchObject({ approval: 'by_second_person' });
    await world.setFourEyes(false);
    await world.configure({ allowedToolGroups: ['process'] });
    expect(await world.explain('set_fields')).toMatchObject({
      gate: { reason: 'configurationGroup' },
    });
    await world.tools.switchTool('set_fields', false, ADMIN);
    expect(await world.explain('set_fields')).toMatchObject({ gate: { reason: 'toolDisabled' } });
    await world.configure({ allowedGroupIds: ['nobody'] });
    expect(await world.explain('set_fields')).toMatchObject({
      allowed: false,
      start: { refusal: 'configuration_access' },
      gate: null,
      budget: null,
      approval: null,
    });
  });

  it('TOL-01 says what exactly is missing: the skill that allows nothing, the one that would list it, switches, the server', async () => {
    const world = await open(openFresh);
    const [source] = await world.skills.sources(ADMIN);
    const text = { description: 'About it', body: 'Do it.', process: false };
    const written = async (name: string, allowedTools: string[] | null) => {
      const fields = { ...text, name, allowedTools, sourceUid: source?.uid ?? 0 };
      const { skill, digest } = await world.skills.create(fields, ADMIN);
      return { uid: skill.uid, identifier: skill.identifier, digest };
    };
    const house = await written('House style', null);
    await world.skills.setEnabled(house.uid, true, ADMIN);
    const attached = { configurationUid: world.configurationUid, loadMode: 'on_demand' } as const;
    await world.skills.setAttachment(house.uid, attached, ADMIN);
    // It is attached and on, and as nobody approved it, it allows nothing.
    expect((await world.explain('set_fields')).gate).toEqual({
      reason: 'skillList',
      dataClass: 'editorContent',
      also: [],
      off: { tool: false, group: null },
      server: null,
      skills: {
        narrowing: [
          { uid: house.uid, identifier: house.identifier, name: 'House style', isApproved: false },
        ],
        listing: [],
      },
    });
    await world.skills.approve(house.uid, house.digest, ADMIN);
    expect((await world.explain('set_fields')).gate).toMatchObject({
      reason: 'none',
      skills: null,
    });
    // One that lists other tools narrows; one that would list it says what it lacks.
    const narrow = await written('Narrow', ['highlight_element']);
    await world.skills.approve(narrow.uid, narrow.digest, ADMIN);
    await world.skills.setEnabled(narrow.uid, true, ADMIN);
    await world.skills.setAttachment(narrow.uid, attached, ADMIN);
    const wide = await written('Wide', ['set_fields']);
    const lacking = async () => (await world.explain('set_fields')).gate?.skills;
    expect(await lacking()).toMatchObject({
      narrowing: [{ name: 'Narrow', isApproved: true }],
      listing: [{ name: 'Wide', lacks: ['approve', 'enable', 'attach'] }],
    });
    await world.skills.approve(wide.uid, wide.digest, ADMIN);
    await world.skills.setEnabled(wide.uid, true, ADMIN);
    expect(await lacking()).toMatchObject({ listing: [{ name: 'Wide', lacks: ['attach'] }] });
    await world.tools.switchTool('set_fields', false, ADMIN);
    expect((await world.explain('set_fields')).gate).toMatchObject({
      reason: 'toolDisabled',
      also: ['skillList'],
      off: { tool: true, group: null },
    });
    expect((await world.explain('mcp_every_echo')).gate).toMatchObject({
      reason: 'notRegistered',
      server: { identifier: 'every', state: 'notApproved' },
    });
  });

  it('a start that is refused and a budget that is used up are answers too', async () => {
    const world = await open(openFresh);
    expect(
      await world.explain('set_fields', { userId: READER.userId, skillUid: world.processUid }),
    ).toMatchObject({ allowed: false, start: { refusal: 'may_not_approve' } });
    const limits = { ...NO_LIMITS, dailyRequests: 1 };
    await world.usage.setBudget({ scope: 'person', id: 'editor', limits }, ADMIN);
    world.model.add({ text: 'Hi.' });
    const { uuid } = await world.open();
    await world.send(uuid, 'Hello');
    expect(await world.explain('set_fields')).toMatchObject({
      allowed: false,
      gate: { reason: 'none' },
      budget: { refusal: 'budget_exhausted' },
    });
    // Asking made no call and left no run.
    expect(world.model.requests).toHaveLength(1);
    expect(await world.runtime.list(ADMIN)).toHaveLength(1);
  });

  it('is for administrators, about people there are', async () => {
    const world = await open(openFresh);
    await expect(world.governance.overview(EDITOR)).rejects.toMatchObject({
      code: 'not_permitted',
    });
    const asked = { userId: 'nobody', configurationUid: world.configurationUid, tool: 'progress' };
    await expect(world.governance.explain(asked, EDITOR)).rejects.toMatchObject({
      code: 'not_permitted',
    });
    await expect(world.governance.explain(asked, ADMIN)).rejects.toMatchObject({
      code: 'not_found',
    });
    const overview = await world.governance.overview(ADMIN);
    expect(overview.choices.tools).toContain('set_fields');
    expect(overview.profiles).toHaveLength(4);
  });
});
