import type { SkillAuditEntry } from '../contracts/index.ts';
import { sealAt } from './seal-at.ts';
import type { SkillServiceDeps } from './skill-service-deps.ts';
import type { SkillAuditRow } from './skill-store.ts';

/** Audit rows for people: with names as they are now, and seals as they were then. */
export async function auditEntries(
  deps: Pick<SkillServiceDeps, 'store' | 'nameOf'>,
  rows: readonly SkillAuditRow[],
  options: { readonly withSubject: boolean },
): Promise<SkillAuditEntry[]> {
  const { store } = deps;
  const skillUids = [...new Set(rows.flatMap(({ skillUid }) => skillUid ?? []))];
  const skills = new Map(
    await Promise.all(skillUids.map(async (uid) => [uid, await store.skill(uid)] as const)),
  );
  const decisions = (
    await Promise.all(
      skillUids.map((skillUid) =>
        store.audit({ skillUid, events: ['approved', 'revoked'], limit: Number.MAX_SAFE_INTEGER }),
      ),
    )
  ).flat();
  const sources = new Map((await store.sources()).map((source) => [source.uid, source]));
  const actors = [...new Set(rows.map(({ actorId }) => actorId))];
  const names = new Map(
    await Promise.all(actors.map(async (id) => [id, await nameOf(deps, id)] as const)),
  );
  return rows.map((row) => ({
    id: row.id,
    atMs: row.atMs,
    event: row.event,
    digest: row.digest,
    actorName: names.get(row.actorId) ?? '',
    detail: options.withSubject ? [row.subject, row.detail].filter(Boolean).join(': ') : row.detail,
    subject: row.subject,
    code: row.detail,
    skillUid: row.skillUid,
    skillName: skills.get(row.skillUid ?? -1)?.version.name ?? null,
    sourceUid: row.sourceUid,
    sourceTitle: sources.get(row.sourceUid ?? -1)?.title ?? null,
    seal: sealAt(row, decisions),
  }));
}

/** Empty for the system; the id itself once nobody has that id any more. */
export async function nameOf(
  deps: Pick<SkillServiceDeps, 'nameOf'>,
  userId: string | null,
): Promise<string> {
  return userId === null ? '' : ((await deps.nameOf(userId)) ?? userId);
}
