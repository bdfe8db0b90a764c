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
