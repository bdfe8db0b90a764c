import type { Selectable } from 'kysely';
import { z } from 'zod';
import type { TourPage, TourSeries, TourSeriesStore } from '../../../chat/index.ts';
import { Locale, TourPageState, TourSeriesState } from '../../../contracts/index.ts';
import { fromJson, orNull } from '../columns.ts';
import type { Database } from '../database.ts';
import { inTransaction, lockName } from '../transactions.ts';
import type { TourSeriesTable } from './tables.ts';

const Pages = z.array(
  z.object({
    page: z.number().int(),
    state: TourPageState,
    code: z.string().nullable(),
    conversationUuid: z.string().nullable(),
  }),
);

/** Series of tours in the database. */
export function createTourSeriesStore(database: Database): TourSeriesStore {
  const { reads } = database;
  const all = () => reads.selectFrom('tour_series').selectAll();
  return {
    series: async (uuid) =>
      orNull(await all().where('uuid', '=', uuid).executeTakeFirst(), toSeries),
    ofOwner: async (ownerUserId, limit) => {
      const rows = await all()
        .where('owner_user_id', '=', ownerUserId)
        .orderBy('created_at_ms', 'desc')
        .orderBy('uuid', 'desc')
        .limit(limit)
        .execute();
      return rows.map(toSeries);
    },
    running: async (conversationUuid) =>
      orNull(
        await all().where('running_conversation', '=', conversationUuid).executeTakeFirst(),
        toSeries,
      ),
    active: async () => {
      const rows = await reads
        .selectFrom('tour_series')
        .select('uuid')
        .where('state', '=', 'active')
        .orderBy('updated_at_ms')
        .execute();
      return rows.map(({ uuid }) => uuid);
    },
    within: (transaction) => {
      const tx = inTransaction(transaction);
      return {
        lockOwner: (ownerUserId) => lockName(transaction, `tours of ${ownerUserId}`),
        activeOf: async (ownerUserId) => {
          const rows = await tx
            .selectFrom('tour_series')
            .selectAll()
            .where('owner_user_id', '=', ownerUserId)
            .where('state', '=', 'active')
            .orderBy('created_at_ms', 'desc')
            .execute();
          return rows.map(toSeries);
        },
        insert: async (series) => {
          await tx
            .insertInto('tour_series')
            .values({
              uuid: series.uuid,
              owner_user_id: series.ownerUserId,
              skill_uid: series.skillUid,
              skill_name: series.skillName,
              locale: series.locale,
              state: series.state,
              code: series.code,
              ...pageColumns(series.pages),
              version: series.version,
              created_at_ms: series.createdAtMs,
              updated_at_ms: series.updatedAtMs,
            })
            .execute();
        },
        change: async (guard, { pages, ...set }, atMs) => {
          const row = await tx
            .updateTable('tour_series')
            .set({
              ...set,
              ...(pages === undefined ? {} : pageColumns(pages)),
              version: guard.version + 1,
              updated_at_ms: atMs,
            })
            .where('uuid', '=', guard.uuid)
            .where('version', '=', guard.version)
            .returningAll()
            .executeTakeFirst();
          return orNull(row, toSeries);
        },
        deleteUnused: async (beforeMs) => {
          const { numDeletedRows } = await tx
            .deleteFrom('tour_series')
            .where('updated_at_ms', '<', beforeMs)
            .executeTakeFirstOrThrow();
          return Number(numDeletedRows);
        },
      };
    },
  };
}

function pageColumns(pages: readonly TourPage[]) {
  const running = pages.find(({ state }) => state === 'running');
  return {
    pages: JSON.stringify(pages),
    running_conversation: running?.conversationUuid ?? null,
  };
}

function toSeries(row: Selectable<TourSeriesTable>): TourSeries {
  return {
    uuid: row.uuid,
    ownerUserId: row.owner_user_id,
    skillUid: row.skill_uid,
    skillName: row.skill_name,
    locale: Locale.parse(row.locale),
    state: TourSeriesState.parse(row.state),
    code: row.code,
    pages: fromJson(row.pages, Pages),
    version: row.version,
    createdAtMs: row.created_at_ms,
    updatedAtMs: row.updated_at_ms,
  };
}
