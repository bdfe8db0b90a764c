import { actorIdOf, requireAdministrator, type Actor } from '../actors/index.ts';
import { AppError } from '../base/index.ts';
import type { TrustLevel } from '../contracts/index.ts';
import { requireAuthor } from './skill-rules.ts';
import type { SkillServiceDeps } from './skill-service-deps.ts';
import type { SkillSource } from './skill.ts';

/** The sources of skills, as people list, add and re-classify them. */
export interface SourcesService {
  sources(actor: Actor): Promise<readonly SkillSource[]>;
  /** The provenance level has no default: it is asked for (BCK-05). */
  createBackendSource(
    source: { readonly title: string; readonly trustLevel: TrustLevel },
    actor: Actor,
  ): Promise<SkillSource>;
  /** Re-classifies or switches a source; takes effect at once (ADM-03). */
  changeSource(
    uid: number,
    changes: Partial<Pick<SkillSource, 'title' | 'trustLevel' | 'enabled'>>,
    actor: Actor,
  ): Promise<SkillSource>;
}

export function sourcing(deps: SkillServiceDeps): SourcesService {
  const { store, transactions, clock } = deps;
  return {
    sources: (actor) => {
      requireAuthor(actor);
      return store.sources();
    },
    createBackendSource: async ({ title, trustLevel }, actor) => {
      requireAdministrator(actor);
      return transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        const source = await writer.insertSource({
          type: 'backend',
          title,
          trustLevel,
          enabled: true,
          bundled: false,
        });
        await writer.appendAudit({
          ...ofSource(source),
          event: 'source_created',
          actorId: actorIdOf(actor),
          detail: trustLevel,
          atMs: clock.now(),
        });
        return source;
      });
    },
    changeSource: async (uid, changes, actor) => {
      requireAdministrator(actor);
      return transactions.transact(async (transaction) => {
        const writer = store.within(transaction);
        await writer.updateSource(uid, changes);
        const source = await writer.source(uid);
        if (source === null) {
          throw new AppError('not_found', 'There is no such skill or source.');
        }
        await writer.appendAudit({
          ...ofSource(source),
          event: 'source_changed',
          actorId: actorIdOf(actor),
          detail: JSON.stringify(changes),
          atMs: clock.now(),
        });
        return source;
      });
    },
  };
}

function ofSource(source: SkillSource) {
  return {
    skillUid: null,
    sourceUid: source.uid,
    subject: source.title,
    digest: null,
    trustLevel: source.trustLevel,
  };
}
