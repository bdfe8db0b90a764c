import { allows, contentRightsOf, type Actor } from '../actors/index.ts';
import { remembered } from '../base/index.ts';
import type { OpenPointView, RecordRef } from '../contracts/index.ts';
import {
  unlessUnavailable,
  type ContentHost,
  type Localised,
  type PageContent,
  type RecordType,
} from '../content/index.ts';
import type { SkillReader } from '../skills/index.ts';
import type { OpenPoint } from './open-point.ts';
import type { OpenPointStore } from './open-point-store.ts';
import { placeOf } from './point-place.ts';

export interface OpenPointQuery {
  /** Points whose process worked on this record; default: all. */
  readonly subject?: RecordRef;
  /** Points on records of this page; default: all. */
  readonly page?: number;
  readonly skillUid?: number;
  /** Counted after the rights. Default 200. */
  readonly limit?: number;
}

export interface OpenPointLists {
  /** What the actor may see, newest first: page, table, language and field rights come before the limit (OPN-05, OPN-07). */
  list(actor: Actor, query?: OpenPointQuery): Promise<readonly OpenPointView[]>;
}

const BATCH = 200;
const DEFAULT_LIMIT = 200;

export function createOpenPointLists(deps: {
  readonly openPoints: OpenPointStore;
  readonly host: ContentHost;
  readonly skills: Pick<SkillReader, 'skill'>;
}): OpenPointLists {
  return {
    list: async (actor, query = {}) => {
      const limit = query.limit ?? DEFAULT_LIMIT;
      const reader = await createPointReader(deps, actor);
      const seen: OpenPointView[] = [];
      for (let offset = 0; seen.length < limit; offset += BATCH) {
        const batch = await deps.openPoints.points(
          {
            ...(query.subject === undefined ? {} : { subject: query.subject }),
            ...(query.skillUid === undefined ? {} : { skillUid: query.skillUid }),
          },
          { limit: BATCH, offset },
        );
        for (const point of batch) {
          const view = await reader(point);
          if (view === null || (query.page !== undefined && view.page !== query.page)) continue;
          seen.push(view);
          if (seen.length === limit) break;
        }
        if (batch.length < BATCH) break;
      }
      return seen;
    },
  };
}

/** Reads points for one actor, each page and skill once; `null` for a point the actor is not shown. */
async function createPointReader(
  { host, skills }: Parameters<typeof createOpenPointLists>[0],
  actor: Actor,
): Promise<(point: OpenPoint) => Promise<OpenPointView | null>> {
  const rights = contentRightsOf(actor);
  const { recordTypes } = await host.describe(actor);
  const pageContent = remembered((uid: number) => unlessUnavailable(host.readPage(uid, actor)));
  const identifierOf = remembered(
    async (uid: number) => (await skills.skill(uid))?.identifier ?? '',
  );
  return async (point) => {
    if (!allows(rights.readTables, point.target.table)) return null;
    const pageUid = await unlessUnavailable(host.pageOf(point.target, actor));
    if (pageUid === null) return null;
    const content = await pageContent(pageUid);
    if (content === null || !allows(rights.languages, content.page.language)) return null;
    const record = recordIn(content, point.target);
    if (record === null || !(await mayEdit(host, point, actor))) return null;
    const label = labelOf(recordTypes, point);
    if (label === null) return null;
    return {
      id: point.id,
      skillUid: point.skillUid,
      skillIdentifier: await identifierOf(point.skillUid),
      page: pageUid,
      pageTitle: content.page.title,
      language: content.page.language,
      target: point.target,
      field: point.field,
      sentence: pointSentence(label, content.page.title, isMissing(record, point.field)),
      place: placeOf(recordTypes, content, point),
      atMs: point.atMs,
    };
  };
}

/** A field the reader may not edit is left out, for every reader (OPN-07). A point without a field needs the table. */
async function mayEdit(host: ContentHost, point: OpenPoint, actor: Actor): Promise<boolean> {
  return point.field === ''
    ? allows(contentRightsOf(actor).writeTables, point.target.table)
    : ((await unlessUnavailable(host.mayWrite(point.target, point.field, actor))) ?? false);
}

/** One of two sentences, of labels and the page's title only; never model text (OPN-05). */
export function pointSentence(label: Localised, pageTitle: string, missing: boolean): Localised {
  return missing
    ? { en: `“${pageTitle}”: ${label.en} is missing`, de: `„${pageTitle}“: ${label.de} fehlt` }
    : {
        en: `“${pageTitle}”: ${label.en} is still open`,
        de: `„${pageTitle}“: ${label.de} ist noch offen`,
      };
}

type Fields = Readonly<Record<string, string>>;

function recordIn(content: PageContent, target: RecordRef): Fields | null {
  switch (target.table) {
    case 'pages':
      return content.page.fields;
    case 'content':
      return content.elements.find(({ uid }) => uid === target.uid)?.fields ?? null;
    case 'references':
      return content.references.find(({ uid }) => uid === target.uid)?.fields ?? null;
    default:
      return null;
  }
}

function isMissing(record: Fields, field: string): boolean {
  return field !== '' && (record[field] ?? '').trim() === '';
}

/** The field's label; the record type's for a point without a field or with one the type does not describe (decisions §76). */
function labelOf(types: readonly RecordType[], point: OpenPoint): Localised | null {
  const type = types.find(({ table }) => table === point.target.table);
  if (type === undefined) return null;
  return type.fields.find(({ name }) => name === point.field)?.label ?? type.label;
}
