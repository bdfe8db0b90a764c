import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AppError } from '../../src/base/index.ts';
import { createTourSeries } from '../../src/chat/index.ts';
import type { CreateTourSeries, TourSeriesView } from '../../src/contracts/index.ts';
import { describeEachDatabase } from '../support/databases.ts';
import {
  ADMIN,
  createWorld,
  EDITOR,
  progress,
  READER,
  setFields,
  told,
  type World,
} from './chat-world.ts';

const NOTHING_TO_DO = [{ calls: [progress(0, 0, true)] }, { text: 'Nothing.' }] as const;

/** A tour of one point on a page: the card, and what follows its answer. */
const onePoint = (page: number, text: string) =>
  [
    { calls: [progress(1, 1), setFields(page, { description: text })] },
    { calls: [progress(1, 1, true)] },
    { text: 'Done.' },
  ] as const;

const states = ({ state, pages }: TourSeriesView) => [state, ...pages.map((page) => page.state)];

async function pages(world: World): Promise<readonly [number, number]> {
  const home = await world.host.findPage('index.md', ADMIN);
  return [world.page, home ?? 0];
}

async function begin(world: World) {
  const both = await pages(world);
  const request: CreateTourSeries = {
    pages: [...both],
    skillUid: world.processUid,
    locale: 'en',
  };
  const series = await world.tours.create(EDITOR, request);
  await world.settle();
  return { both, request, uuid: series.uuid, view: () => world.tours.view(EDITOR, series.uuid) };
}

/** A series whose first page has its conversation, and whose process was not asked for: as a crash leaves it. */
async function beginUnsent(world: World) {
  const [about, home] = await pages(world);
  const withSend = (sendMessage: World['chat']['sendMessage']) =>
    createTourSeries({
      ...world.deps,
      series: world.stores.tourSeries,
      chat: { ...world.chat, sendMessage },
    });
  const crashing = withSend(() => Promise.reject(new Error('the power went')));
  await expect(
    crashing.create(EDITOR, { pages: [about, home], skillUid: world.processUid, locale: 'en' }),
  ).rejects.toThrow('the power went');
  const [series] = await world.tours.list(EDITOR);
  const conversation = series?.pages[0]?.conversationUuid ?? '';
  return { about, uuid: series?.uuid ?? '', conversation, withSend };
}

async function answerCurrent(
  world: World,
  view: TourSeriesView,
  answer: Parameters<World['answer']>[1],
) {
  const running = view.pages.find(({ state }) => state === 'running');
  return world.answer(running?.conversationUuid ?? '', answer);
}

describeEachDatabase('one process over several pages', (openFresh) => {
  it('goes from page to page, one card and one answer at a time, and sums up by page', async () => {
    const world = await createWorld(openFresh);
    const [about, home] = await pages(world);
    world.model.add(...onePoint(about, 'About words'));
    const { view, uuid } = await begin(world);
    const first = await view();
    expect(states(first)).toEqual(['active', 'running', 'queued']);
    expect(first).toMatchObject({ current: 1, skillName: 'SEO', pages: [{ waits: true }, {}] });
    expect(world.model.requests).toHaveLength(1); // the second page has not begun

    world.model.add(...onePoint(home, 'Home words'));
    await answerCurrent(world, first, { answer: 'approve' });
    const second = await view();
    expect(states(second)).toEqual(['active', 'done', 'running']);
    await answerCurrent(world, second, { answer: 'deny', reason: 'skip' });
    const end = await view();
    expect(states(end)).toEqual(['finished', 'done', 'done']);
    expect(end.pages.map(({ outcomes }) => outcomes.map(({ kind }) => kind))).toEqual([
      ['applied'],
      ['skipped'],
    ]);
    expect((await world.tours.list(EDITOR)).map((each) => each.uuid)).toEqual([uuid]);
    expect(world.problems).toEqual([]);
    world.model.finish();
  });

  it('skips a page, whose card is withdrawn, and goes on; a second click means the same page', async () => {
    const world = await createWorld(openFresh);
    const [about, home] = await pages(world);
    world.model.add(...onePoint(about, 'About words').slice(0, 1));
    const { view, uuid } = await begin(world);
    const before = await view();
    world.model.add(...onePoint(home, 'Home words').slice(0, 1));
    await world.tours.skip(EDITOR, uuid, 1);
    await world.settle();
    await world.tours.skip(EDITOR, uuid, 1);
    await world.settle();
    const after = await view();
    expect(states(after)).toEqual(['active', 'skipped', 'running']);
    expect(after.pages[0]?.outcomes.map(({ kind }) => kind)).toEqual(['withdrawn']);
    const left = await world.view(before.pages[0]?.conversationUuid ?? '');
    expect(left).toMatchObject({ status: 'idle', process: null, card: null });
    const content = await world.host.readPage(about, EDITOR);
    expect(content?.page.fields['description']).toBe('Old words');
  });

  it('pauses, and goes on where it was with a server that knows only the database', async () => {
    const world = await createWorld(openFresh);
    const [about, home] = await pages(world);
    world.model.add(...onePoint(about, 'About words'));
    const { view, uuid } = await begin(world);
    await world.tours.pause(EDITOR, uuid);
    await answerCurrent(world, await view(), { answer: 'approve' });
    expect(states(await view())).toEqual(['paused', 'done', 'queued']);

    const chat = world.anotherServer();
    const tours = createTourSeries({ ...world.deps, series: world.stores.tourSeries, chat });
    world.model.add(...onePoint(home, 'Home words').slice(0, 1));
    await tours.resume(EDITOR, uuid);
    await world.settle();
    expect(states(await view())).toEqual(['active', 'done', 'running']);
  });

  it('stops all: the card is withdrawn, what was saved stays, nothing further begins', async () => {
    const world = await createWorld(openFresh);
    const [about] = await pages(world);
    world.model.add(...onePoint(about, 'About words').slice(0, 1));
    const { view, uuid } = await begin(world);
    const conversation = (await view()).pages[0]?.conversationUuid ?? '';
    await world.tours.stop(EDITOR, uuid);
    await world.settle();
    expect(states(await view())).toEqual(['stopped', 'ended', 'queued']);
    expect(await world.view(conversation)).toMatchObject({ status: 'idle', card: null });
    await world.tours.resume(EDITOR, uuid);
    expect(states(await view())).toEqual(['stopped', 'ended', 'queued']);
  });

  it('lets one series of a person be active, whoever comes second, and one paused make room', async () => {
    const world = await createWorld(openFresh);
    const [about] = await pages(world);
    world.model.add(...onePoint(about, 'About words').slice(0, 1));
    const { request, uuid } = await begin(world);
    await expect(world.tours.create(EDITOR, request)).rejects.toMatchObject({
      code: 'tour_running',
      data: { uuid },
    });
    await world.tours.pause(EDITOR, uuid);
    world.model.add(...onePoint(about, 'About words').slice(0, 1));
    const both = await Promise.allSettled([
      world.tours.create(EDITOR, { ...request, pages: [about] }),
      world.tours.create(EDITOR, { ...request, pages: [about] }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(world.tours.resume(EDITOR, uuid)).rejects.toMatchObject({ code: 'tour_running' });
  });

  it('a page that was deleted meanwhile is left out and said to be gone; its title is not told', async () => {
    const world = await createWorld(openFresh);
    const [about, home] = await pages(world);
    world.model.add(...onePoint(about, 'About words'));
    const { view } = await begin(world);
    await rm(join(world.root, 'index.md'));
    await answerCurrent(world, await view(), { answer: 'approve' });
    const end = await view();
    expect(states(end)).toEqual(['finished', 'done', 'failed']);
    expect(end.pages[1]).toMatchObject({ page: home, title: null, code: 'subject_unreadable' });
  });

  it('a page deleted under its waiting card ends that tour at the next answer, and the next page begins', async () => {
    const world = await createWorld(openFresh);
    const [about, home] = await pages(world);
    world.model.add(...onePoint(about, 'About words').slice(0, 1));
    const { view } = await begin(world);
    const before = await view();
    await rm(join(world.root, 'about.md'));
    const uuid = before.pages[0]?.conversationUuid ?? '';
    const shown = await world.view(uuid);
    expect(shown.card?.calls[0]).toMatchObject({
      arguments: {},
      preview: { lines: [], fields: [], failed: true, reason: 'not_found' },
    });
    expect(JSON.stringify(shown)).not.toMatch(/Old words|About words/);
    world.model.add(...onePoint(home, 'Home words').slice(0, 1));
    const ended = await answerCurrent(world, before, { answer: 'approve' });
    expect(ended).toMatchObject({ status: 'failed', process: null, card: null });
    expect(told(ended).slice(1)).toEqual([
      'outcome:withdrawn',
      'notice:subject_gone',
      'stopped:pin_failed',
    ]);
    expect(JSON.stringify(ended)).not.toMatch(/Old words|About words/);
    expect(await world.points()).toEqual([]);
    const after = await view();
    expect(states(after)).toEqual(['active', 'failed', 'running']);
    expect(after.pages[0]).toMatchObject({ title: null, code: 'subject_unreadable' });
    expect(JSON.stringify(after.pages[0])).not.toContain('Old words');
  });

  it('pauses on a failure instead of using up the pages, and tries the page again when asked to', async () => {
    const world = await createWorld(openFresh);
    const [about, home] = await pages(world);
    world.model.add({ calls: [setFields(about, { description: 'x' })] });
    const { view, uuid } = await begin(world);
    await world.revoke(world.processUid);
    await answerCurrent(world, await view(), { answer: 'approve' });
    const failed = await view();
    expect(states(failed)).toEqual(['paused', 'failed', 'queued']);
    expect(failed.pages[0]?.code).toBe('pin_failed');
    // Still not approved: nothing begins, and the reason is told.
    const again = await world.tours.resume(EDITOR, uuid);
    expect(states(again)).toEqual(['paused', 'failed', 'queued']);
    expect(again.code).not.toBeNull();
    expect(again.pages[1]?.page).toBe(home);
    expect(world.problems).toEqual([]);
  });

  it('pauses when the editor ends a tour by hand', async () => {
    const world = await createWorld(openFresh);
    const [about] = await pages(world);
    world.model.add(...onePoint(about, 'About words').slice(0, 1));
    const { view, uuid } = await begin(world);
    await world.chat.endProcess(EDITOR, (await view()).pages[0]?.conversationUuid ?? '');
    const after = await world.tours.look(EDITOR, uuid);
    expect([...states(after), after.code]).toEqual(['paused', 'ended', 'queued', 'tour_ended']);
  });

  it('a crash between giving the page its conversation and asking for the process loses nothing', async () => {
    const world = await createWorld(openFresh);
    const crashing = createTourSeries({
      ...world.deps,
      series: world.stores.tourSeries,
      chat: { ...world.chat, sendMessage: () => Promise.reject(new Error('the power went')) },
    });
    const [about] = await pages(world);
    const request: CreateTourSeries = {
      pages: [about],
      skillUid: world.processUid,
      locale: 'en',
    };
    await expect(crashing.create(EDITOR, request)).rejects.toThrow('the power went');
    world.model.add(...NOTHING_TO_DO);
    await world.tours.resumeInterrupted();
    await world.settle();
    const [series] = await world.tours.list(EDITOR);
    expect(series === undefined ? [] : states(series)).toEqual(['finished', 'done']);
    world.model.finish();
  });

  it('asks for a process once, whoever else looks while it is being asked for', async () => {
    const world = await createWorld(openFresh);
    const { about, uuid, conversation, withSend } = await beginUnsent(world);
    world.model.add(...onePoint(about, 'About words').slice(0, 1));
    // Another server was quicker: its message is through and its card waits before this one's is sent.
    const slow = withSend(async (...asked) => {
      await world.tours.look(EDITOR, uuid);
      await world.settle();
      return world.chat.sendMessage(...asked);
    });
    await slow.look(EDITOR, uuid);
    await world.settle();
    const view = await world.view(conversation);
    expect(view.status).toBe('awaiting_approval');
    expect(told(view)).toEqual(['user:']);
    expect(states(await world.tours.view(EDITOR, uuid))).toEqual(['active', 'running', 'queued']);
    expect(world.problems).toEqual([]);
  });

  it('begins nothing that was stopped while it was being asked for', async () => {
    const world = await createWorld(openFresh);
    const { uuid, conversation, withSend } = await beginUnsent(world);
    const late = withSend(async (...asked) => {
      await world.tours.stop(EDITOR, uuid);
      return world.chat.sendMessage(...asked);
    });
    await late.look(EDITOR, uuid);
    await world.settle();
    expect(states(await world.tours.view(EDITOR, uuid))).toEqual(['stopped', 'ended', 'queued']);
    expect(await world.view(conversation)).toMatchObject({ status: 'idle', entries: [] });
    expect(world.model.requests).toEqual([]);
  });

  it('a process that is gone uses up no page', async () => {
    const world = await createWorld(openFresh);
    const { uuid, withSend } = await beginUnsent(world);
    const gone = withSend(() =>
      Promise.reject(new AppError('not_found', 'There is no such skill.')),
    );
    const after = await gone.look(EDITOR, uuid);
    expect([...states(after), after.code]).toEqual(['paused', 'queued', 'queued', 'not_found']);
  });

  it('a page that is skipped in a paused series makes it no second active one', async () => {
    const world = await createWorld(openFresh);
    const [about, home] = await pages(world);
    world.model.add(...onePoint(about, 'About words').slice(0, 1));
    const { request, uuid, view } = await begin(world);
    await world.chat.endProcess(EDITOR, (await view()).pages[0]?.conversationUuid ?? '');
    await world.tours.look(EDITOR, uuid);
    world.model.add(...onePoint(home, 'Home words').slice(0, 1));
    const other = await world.tours.create(EDITOR, { ...request, pages: [home] });
    await world.settle();
    const skipped = await world.tours.skip(EDITOR, uuid, 1);
    expect(states(skipped)).toEqual(['paused', 'skipped', 'queued']);
    await world.tours.stop(EDITOR, other.uuid);
    await world.settle();
    world.model.add(...onePoint(home, 'Home words').slice(0, 1));
    expect(states(await world.tours.resume(EDITOR, uuid))).toEqual([
      'active',
      'skipped',
      'running',
    ]);
  });

  it('is nobody else’s: other people’s series are not there, and who may not approve starts none', async () => {
    const world = await createWorld(openFresh);
    const [about] = await pages(world);
    world.model.add(...onePoint(about, 'About words').slice(0, 1));
    const { request, uuid } = await begin(world);
    await expect(world.tours.view(READER, uuid)).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.tours.stop(ADMIN, uuid)).rejects.toMatchObject({ code: 'not_found' });
    await expect(world.tours.create(READER, request)).rejects.toMatchObject({
      code: 'may_not_approve',
    });
    await expect(
      world.tours.create(ADMIN, { ...request, pages: [about, about] }),
    ).rejects.toMatchObject({ code: 'invalid_request' });
    await expect(world.tours.create(ADMIN, { ...request, pages: [9_999] })).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('forgets what nobody touched for 90 days', async () => {
    const world = await createWorld(openFresh);
    const [about] = await pages(world);
    world.model.add(...onePoint(about, 'About words').slice(0, 1));
    await begin(world);
    expect(await world.tours.cleanUp()).toBe(0);
    world.clock.advance(91 * 24 * 60 * 60 * 1_000);
    expect(await world.tours.cleanUp()).toBe(1);
  });

  it('keeps the file of a page whose tour found nothing', async () => {
    const world = await createWorld(openFresh);
    await writeFile(join(world.root, 'plain.md'), '# Plain\n');
    const plain = (await world.host.findPage('plain.md', ADMIN)) ?? 0;
    world.model.add(...NOTHING_TO_DO);
    const series = await world.tours.create(EDITOR, {
      pages: [plain],
      skillUid: world.processUid,
      locale: 'de',
    });
    await world.settle();
    expect(states(await world.tours.view(EDITOR, series.uuid))).toEqual(['finished', 'done']);
  });
});
