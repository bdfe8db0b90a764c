import type { Kysely } from 'kysely';
import type {
  SkillSourceRecords,
  SkillSourceStore,
  SkillSourceWriter,
} from '../../../skills/index.ts';
import { orNull } from '../columns.ts';
import type { Database } from '../database.ts';
import type { Schema } from '../schema.ts';
import { inTransaction, lockName } from '../transactions.ts';
import { skillOf } from './rows.ts';
import { fileColumns, fileOf, remoteColumns, remoteOf } from './source-rows.ts';

/** Sources of synced skills in the database. */
export function createSkillSourceStore(database: Database): SkillSourceStore {
  return {
    ...sourceRecords(database.reads),
    within: (transaction) => {
      const db = inTransaction(transaction);
      const records = sourceRecords(db);
      return {
        ...records,
        lockRemote: async (uid) => {
          await lockName(transaction, `skill-source-${String(uid)}`);
          return records.remote(uid);
        },
        lockSources: () => lockName(transaction, 'skill-sources'),
        ...sourceWriter(db),
      };
    },
  };
}

function sourceRecords(db: Kysely<Schema>): SkillSourceRecords {
  const remotes = () => db.selectFrom('skill_remote').selectAll().orderBy('source_uid');
  return {
    remote: async (uid) =>
      orNull(await remotes().where('source_uid', '=', uid).executeTakeFirst(), remoteOf),
    remotes: async () => (await remotes().execute()).map(remoteOf),
    sealedToken: async (uid) =>
      (await remotes().where('source_uid', '=', uid).executeTakeFirst())?.sealed_token ?? null,
    files: async (uid) =>
      (
        await db
          .selectFrom('skill_file')
          .selectAll()
          .where('source_uid', '=', uid)
          .orderBy('identifier')
          .execute()
      ).map(fileOf),
    rows: async (uid) =>
      (
        await db
          .selectFrom('skill')
          .selectAll()
          .where('source_uid', '=', uid)
          .orderBy('uid')
          .execute()
      ).map((row) => ({ skill: skillOf(row), rawFrontMatter: row.raw_front_matter })),
  };
}

function sourceWriter(
  db: Kysely<Schema>,
): Omit<SkillSourceWriter, keyof SkillSourceRecords | 'lockRemote' | 'lockSources'> {
  const update = (uid: number) => db.updateTable('skill_remote').where('source_uid', '=', uid);
  return {
    insertRemote: async (sourceUid, { url, ref, pathPrefix, expectedFingerprint }) => {
      await db
        .insertInto('skill_remote')
        .values({
          source_uid: sourceUid,
          url,
          ref,
          path_prefix: pathPrefix,
          sealed_token: null,
          expected_fingerprint: expectedFingerprint,
          computed_fingerprint: null,
          pinned_commit: null,
          status: 'never_synced',
          problem: null,
          counts: null,
          lines: '[]',
          sync_owner: null,
          heartbeat_at_ms: null,
          progress: null,
          cancel_requested: 0,
          last_synced_at_ms: null,
          index_hash: null,
          index_text: null,
        })
        .execute();
    },
    updateRemote: async (uid, changes) => {
      const set = remoteColumns(changes);
      if (Object.keys(set).length > 0) await update(uid).set(set).execute();
    },
    setSealedToken: async (uid, sealed) => {
      await update(uid).set({ sealed_token: sealed }).execute();
    },
    putFile: async (sourceUid, file) => {
      const columns = fileColumns(file);
      await db
        .insertInto('skill_file')
        .values({ source_uid: sourceUid, identifier: file.identifier, ...columns })
        .onConflict((conflict) =>
          conflict.columns(['source_uid', 'identifier']).doUpdateSet(columns),
        )
        .execute();
    },
    removeFile: async (sourceUid, identifier) => {
      await db
        .deleteFrom('skill_file')
        .where('source_uid', '=', sourceUid)
        .where('identifier', '=', identifier)
        .execute();
    },
    setRawFrontMatter: async (skillUid, text) => {
      await db
        .updateTable('skill')
        .set({ raw_front_matter: text })
        .where('uid', '=', skillUid)
        .execute();
    },
  };
}
