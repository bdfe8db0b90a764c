import type { PasswordLinkStore, PeopleAuditStore, SessionStore } from '../../../actors/index.ts';
import type { PasswordLinkKind, PeopleEvent } from '../../../contracts/index.ts';
import { orNull } from '../columns.ts';
import type { Database } from '../database.ts';
import { inTransaction } from '../transactions.ts';
import { timeOf } from './people-rows.ts';

/** Links that set a password, in the database. */
export function createPasswordLinkStore({ reads }: Database): PasswordLinkStore {
  return {
    open: async (tokenHash) =>
      orNull(
        await reads
          .selectFrom('password_link')
          .selectAll()
          .where('token_hash', '=', tokenHash)
          .where('closed_at_ms', 'is', null)
          .executeTakeFirst(),
        (row) => ({
          tokenHash: row.token_hash,
          userId: row.user_id,
          kind: row.kind as PasswordLinkKind,
          issuedAtMs: row.issued_at_ms,
          expiresAtMs: row.expires_at_ms,
        }),
      ),
    within: (transaction) => {
      const tx = inTransaction(transaction);
      return {
        replace: async ({ tokenHash, userId, kind, issuedAtMs, expiresAtMs }) => {
          await tx
            .updateTable('password_link')
            .set({ closed_at_ms: issuedAtMs })
            .where('user_id', '=', userId)
            .where('closed_at_ms', 'is', null)
            .execute();
          await tx
            .insertInto('password_link')
            .values({
              token_hash: tokenHash,
              user_id: userId,
              kind,
              issued_at_ms: issuedAtMs,
              expires_at_ms: expiresAtMs,
              closed_at_ms: null,
            })
            .execute();
        },
        spend: async (tokenHash, atMs) => {
          const { numUpdatedRows } = await tx
            .updateTable('password_link')
            .set({ closed_at_ms: atMs })
            .where('token_hash', '=', tokenHash)
            .where('closed_at_ms', 'is', null)
            .executeTakeFirst();
          return numUpdatedRows > 0n;
        },
      };
    },
  };
}

/** Who changed what about people, in the database. */
export function createPeopleAuditStore({ reads }: Database): PeopleAuditStore {
  return {
    newest: async (limit) => {
      const rows = await reads
        .selectFrom('people_audit')
        .selectAll()
        .orderBy('uid', 'desc')
        .limit(limit)
        .execute();
      return rows.map((row) => ({
        id: row.uid,
        atMs: row.at_ms,
        event: row.event as PeopleEvent,
        subjectId: row.subject_id,
        subjectName: row.subject_name,
        actorId: row.actor_id,
        detail: JSON.parse(row.detail) as Record<string, unknown>,
      }));
    },
    within: (transaction) => ({
      append: async ({ atMs, event, subjectId, subjectName, actorId, detail }) => {
        await inTransaction(transaction)
          .insertInto('people_audit')
          .values({
            at_ms: atMs,
            event,
            subject_id: subjectId,
            subject_name: subjectName,
            actor_id: actorId,
            detail: JSON.stringify(detail),
          })
          .execute();
      },
    }),
  };
}

/** The sign-in library's sessions, to look at and to end. */
export function createSessionStore({ reads }: Database): SessionStore {
  return {
    sessions: async (userId, nowMs) => {
      const rows = await reads
        .selectFrom('auth_session')
        .select(['id', 'userAgent', 'ipAddress', 'createdAt', 'updatedAt', 'expiresAt'])
        .where('userId', '=', userId)
        .execute();
      return rows
        .map((row) => ({
          id: row.id,
          userAgent: row.userAgent ?? '',
          address: row.ipAddress ?? '',
          signedInAtMs: timeOf(row.createdAt),
          usedAtMs: timeOf(row.updatedAt),
          expiresAtMs: timeOf(row.expiresAt),
        }))
        .filter(({ expiresAtMs }) => expiresAtMs > nowMs)
        .sort((a, b) => b.usedAtMs - a.usedAtMs || (a.id < b.id ? -1 : 1));
    },
    within: (transaction) => {
      const tx = inTransaction(transaction);
      return {
        end: async (userId, sessionId) => {
          const { numDeletedRows } = await tx
            .deleteFrom('auth_session')
            .where('userId', '=', userId)
            .where('id', '=', sessionId)
            .executeTakeFirst();
          return numDeletedRows > 0n;
        },
        endAll: async (userId, except) => {
          let ending = tx.deleteFrom('auth_session').where('userId', '=', userId);
          if (except !== null) ending = ending.where('id', '!=', except);
          return Number((await ending.executeTakeFirst()).numDeletedRows);
        },
      };
    },
  };
}
