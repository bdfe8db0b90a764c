/**
 * A content host of your own: a glossary that lives in a `Map`. The host says what there is, plans changes and writes
 * exactly what it planned; Vouch makes the tools, the cards, the approvals and the log of it.
 */
import {
  ALL_CONTENT_RIGHTS,
  AppError,
  createRuntime,
  type ContentChange,
  type ContentHost,
  type HistoryEntry,
  type PageNode,
  type PageRecord,
  type PlanResult,
  type UserActor,
} from 'vouch';
import { ScriptedModel } from 'vouch/testing';

interface Term {
  readonly uid: number;
  readonly term: string;
  readonly meaning: string;
  readonly version: number;
}

const terms = new Map<number, Term>([
  [1, { uid: 1, term: 'Weir', meaning: 'A thing in the river', version: 1 }],
]);
const history: HistoryEntry[] = [];
const LABEL = { en: 'Meaning', de: 'Bedeutung' };

function record({ uid, term, meaning, version }: Term): PageRecord {
  return {
    uid,
    path: `terms/${term.toLowerCase()}`,
    language: 'en',
    title: term,
    hidden: false,
    readOnly: null,
    fields: { description: meaning },
    editableFields: ['description'],
    version: String(version),
  };
}

function node(term: Term): PageNode {
  const { uid, path, title, language, hidden, readOnly } = record(term);
  return { uid, path, title, language, hidden, readOnly, description: term.meaning, children: [] };
}

/** What a change would do: the same content and change always give the same plan, and nothing is written. */
function plan(change: ContentChange): PlanResult {
  const refuse = (
    code: 'unsupported' | 'not_found' | 'unknown_field',
    message: string,
  ): PlanResult => ({
    ok: false,
    refusal: { code, message },
  });
  if (change.kind !== 'set_page_fields') return refuse('unsupported', 'Terms have no elements.');
  const term = terms.get(change.page);
  const after = change.fields['description'];
  if (term === undefined) return refuse('not_found', 'There is no such term.');
  if (typeof after !== 'string') {
    return refuse('unknown_field', 'Only the description can be set, to a text.');
  }
  const field = {
    table: 'pages',
    uid: term.uid,
    field: 'description',
    label: LABEL,
    place: null,
    before: term.meaning,
    after,
  };
  return {
    ok: true,
    planned: {
      change,
      page: term.uid,
      fields: [field],
      target: { table: 'pages', uid: term.uid, fields: ['description'] },
      baseVersion: String(term.version),
    },
  };
}

const host: ContentHost = {
  describe: async () => ({
    name: 'Glossary',
    profile: 'plain',
    languages: ['en'],
    defaultLanguage: 'en',
    pageCount: terms.size,
    recordTypes: [],
    leftOut: [],
    supports: ['set_page_fields'],
  }),
  pageTree: async () => ({ roots: [...terms.values()].map(node) }),
  readPage: async (uid) => {
    const term = terms.get(uid);
    return term === undefined ? null : { page: record(term), elements: [], references: [] };
  },
  pageOf: async ({ table, uid }) => (table === 'pages' && terms.has(uid) ? uid : null),
  findPage: async (address) =>
    [...terms.values()].find((term) => record(term).path === address)?.uid ?? null,
  search: async () => ({ hits: [], unread: 0 }),
  renderPage: async () => null,
  plan: async (change) => plan(change),
  apply: async (planned, { actor, runUuid }) => {
    const term = terms.get(planned.page);
    // Exactly the plan, or nothing: somebody may have written since.
    if (term === undefined || String(term.version) !== planned.baseVersion) {
      throw new AppError('content_refused', 'The term was changed meanwhile.', {
        data: { reason: 'base_moved' },
      });
    }
    const meaning = planned.fields[0]?.after ?? '';
    terms.set(term.uid, { ...term, meaning, version: term.version + 1 });
    const id = `h${String(history.length + 1)}`;
    history.push({
      id,
      page: term.uid,
      target: { table: 'pages', uid: term.uid },
      fields: planned.fields,
      userId: actor.kind === 'user' ? actor.userId : '',
      runUuid,
      atMs: 0,
      undoes: null,
      undone: false,
    });
    return {
      content: `The meaning of ${term.term} was set.`,
      target: { table: 'pages', uid: term.uid },
      completeness: 'complete',
      historyId: id,
    };
  },
  history: async (page) => history.filter((entry) => entry.page === page).reverse(),
  undo: async () => {
    throw new AppError('content_refused', 'This glossary takes nothing back.', {
      data: { reason: 'unsupported' },
    });
  },
  mayWrite: async () => true,
  asset: async () => null,
  close: async () => undefined,
};

const edith: UserActor = {
  kind: 'user',
  userId: 'edith',
  name: 'Edith',
  isAdministrator: false,
  groupIds: [],
  grants: ['approve_own_changes'],
  rights: ALL_CONTENT_RIGHTS,
};

const model = new ScriptedModel([
  { calls: [{ name: 'get_page_content', arguments: { page: 1 } }] },
  {
    calls: [
      {
        name: 'update_page_metadata',
        arguments: { page: 1, fields: { description: 'A low dam across a river' } },
      },
    ],
  },
  { text: 'The entry is clearer now.' },
]);

const runtime = await createRuntime({ model, people: [edith], host });
try {
  const waiting = await runtime.run({
    configurationUid: runtime.configurationUid,
    messages: [{ role: 'user', content: 'Improve the entry on weirs.' }],
    actor: edith,
  });
  const card = (await runtime.status(waiting.uuid, edith))?.card;
  const [change] = card?.calls[0]?.preview.fields ?? [];
  console.log(`${waiting.outcome}: ${change?.before ?? ''} → ${change?.after ?? ''}`);
  console.log(`still: ${terms.get(1)?.meaning ?? ''}`);
  const done = await runtime.approve(
    waiting.uuid,
    { approved: true, cardDigest: card?.digest ?? '' },
    { actor: edith },
  );
  console.log(`${done.outcome}: ${terms.get(1)?.meaning ?? ''}`);
  console.log(`history: ${String(history.length)} entry by ${history[0]?.userId ?? ''}`);
} finally {
  await runtime.close();
}
