import { Hono } from 'hono';
import type { UserActor } from '../actors/index.ts';
import { AppError, remembered } from '../base/index.ts';
import { linkedPage, type HistoryEntry, type PageNode } from '../content/index.ts';
import {
  PageSearchQuery,
  type HistoryEntryView,
  type OpenPointView,
  type FoundPages,
  type PageTreeNode,
  type PageView,
  type RecordRef,
  type SiteView,
} from '../contracts/index.ts';
import type { HttpDeps } from './http-deps.ts';
import { readQuery, readUid } from './read-request.ts';
import type { RouteEnv, Routes } from './route-env.ts';

/** More open points than a page tree counts are not counted. */
const MAX_COUNTED_POINTS = 10_000;

/** As much of an address as is looked at. */
const MAX_HREF_CHARACTERS = 2_000;

type PageDeps = Pick<HttpDeps, 'host' | 'people' | 'chat'>;

/** The site, its pages, their history, and taking a change back. */
export function pageRoutes(deps: PageDeps): Routes {
  const routes: Routes = new Hono<RouteEnv>();
  const { host, chat } = deps;

  routes.get('/site', async (context) => {
    const actor = context.get('person');
    const [site, tree, points] = await Promise.all([
      host.describe(actor),
      host.pageTree(actor),
      chat.openPoints.list(actor, { limit: MAX_COUNTED_POINTS }),
    ]);
    const counts = countByPage(points);
    const view: SiteView = {
      name: site.name,
      profile: site.profile,
      languages: [...site.languages],
      defaultLanguage: site.defaultLanguage,
      pageCount: site.pageCount,
      leftOut: site.leftOut.map(({ path, reason, code }) => ({ path, reason, code })),
      roots: tree.roots.map((node) => toNode(node, counts)),
    };
    return context.json(view);
  });

  routes.get('/search', async (context) => {
    const { query, limit } = readQuery(context, PageSearchQuery);
    const { hits, unread } = await host.search(query, context.get('person'), limit);
    return context.json({ hits: hits.map((hit) => ({ ...hit })), unread } satisfies FoundPages);
  });

  routes.get('/pages/:uid', async (context) => {
    const actor = context.get('person');
    const uid = readUid(context.req.param('uid'));
    const content = await host.readPage(uid, actor);
    if (content === null) throw noSuchPage();
    const [last] = await host.history(uid, actor);
    const { path, title, language, hidden, readOnly, readOnlyCode, version } = content.page;
    const view: PageView = {
      uid,
      path,
      title,
      language,
      hidden,
      readOnly,
      readOnlyCode,
      version,
      lastChange:
        last === undefined ? null : { atMs: last.atMs, userName: await nameOf(deps, last.userId) },
    };
    return context.json(view);
  });

  // Which page of the site a link on this one means; the same answer for none, and for one the reader may not read.
  routes.get('/pages/:uid/link', async (context) => {
    const actor = context.get('person');
    const content = await host.readPage(readUid(context.req.param('uid')), actor);
    if (content === null) throw noSuchPage();
    const href = (context.req.query('to') ?? '').slice(0, MAX_HREF_CHARACTERS);
    const uid = await linkedPage(host, { page: content.page, href }, actor);
    if (uid !== null) return context.json({ uid });
    throw new AppError('not_found', 'This link leads to no page of this site that you may read.');
  });

  routes.get('/pages/:uid/history', async (context) => {
    const actor = context.get('person');
    const uid = readUid(context.req.param('uid'));
    if ((await host.readPage(uid, actor)) === null) throw noSuchPage();
    return context.json(await historyViews(deps, await host.history(uid, actor)));
  });

  routes.get('/pages/:uid/open-points', async (context) => {
    const actor = context.get('person');
    const page = readUid(context.req.param('uid'));
    if ((await host.readPage(page, actor)) === null) throw noSuchPage();
    return context.json(await chat.openPoints.list(actor, { page }));
  });

  routes.get('/open-points', async (context) =>
    context.json(await chat.openPoints.list(context.get('person'))),
  );

  routes.post('/history/:id/undo', async (context) =>
    context.json(await undo(deps, context.req.param('id'), context.get('person'))),
  );

  return routes;
}

/** Takes a write back, and tells the conversations that show it (decisions §75). */
async function undo(
  deps: PageDeps,
  historyId: string,
  actor: UserActor,
): Promise<HistoryEntryView> {
  const { host, chat } = deps;
  const applied = await host.undo(historyId, { actor, runUuid: null });
  const page = await pageOfTarget(host, applied.target, actor);
  const entries = page === null ? [] : await host.history(page, actor);
  const taken = entries.find(({ id }) => id === historyId);
  await chat.markUndone(historyId);
  if (taken !== undefined && taken.undoes !== null) await chat.markUndone(taken.undoes, false);
  const written = entries.find(({ id }) => id === applied.historyId);
  if (written === undefined) throw new AppError('not_found', 'There is no such change.');
  const [view] = await historyViews(deps, [written]);
  if (view === undefined) throw new AppError('not_found', 'There is no such change.');
  return view;
}

/** A page is its own, also one that the undo took away again. */
async function pageOfTarget(
  host: PageDeps['host'],
  target: RecordRef | null,
  actor: UserActor,
): Promise<number | null> {
  if (target === null) return null;
  return target.table === 'pages' ? target.uid : host.pageOf(target, actor);
}

async function historyViews(
  deps: Pick<HttpDeps, 'people'>,
  entries: readonly HistoryEntry[],
): Promise<HistoryEntryView[]> {
  const name = remembered((userId: string) => nameOf(deps, userId));
  return Promise.all(
    entries.map(async ({ id, target, fields, userId, atMs, undoes, undone }) => ({
      id,
      target,
      fields: [...fields],
      userName: await name(userId),
      atMs,
      undoes,
      undone,
    })),
  );
}

/** Empty for a person who is gone. */
async function nameOf(deps: Pick<HttpDeps, 'people'>, userId: string): Promise<string> {
  return (await deps.people.person(userId))?.name ?? '';
}

function countByPage(points: readonly OpenPointView[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { page } of points) counts.set(page, (counts.get(page) ?? 0) + 1);
  return counts;
}

function toNode(node: PageNode, openPoints: ReadonlyMap<number, number>): PageTreeNode {
  const { uid, path, title, language, hidden, readOnly, readOnlyCode } = node;
  return {
    uid,
    path,
    title,
    language,
    hidden,
    readOnly,
    readOnlyCode,
    openPoints: openPoints.get(uid) ?? 0,
    children: node.children.map((child) => toNode(child, openPoints)),
  };
}

function noSuchPage(): AppError {
  return new AppError('not_found', 'There is no such page, or you may not read it.');
}
