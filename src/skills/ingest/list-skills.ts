import { AppError } from '../../base/index.ts';
import { fileOf, skillsOf } from './find-skills.ts';
import { listMarketplace } from './list-marketplace.ts';
import { announce, type ListContext, type Listing } from './listing.ts';
import { INDEX_PATH } from './marketplace.ts';
import { repositoryName } from './repository-reader.ts';
import { sourceLocation } from './source-location.ts';

/** Lists a source: resolves its ref once, and finds the skills of that commit (SYN-01, SYN-02). */
export async function listSkills(context: ListContext): Promise<Listing> {
  const { type, remote } = context;
  const verdict = sourceLocation(type, remote.url, remote.ref);
  if (!verdict.ok) throw new AppError('source_invalid', verdict.refusal.message);
  const { repository, path } = verdict.location;
  if (type === 'marketplace') return listMarketplace(context, repository, path ?? INDEX_PATH);
  const name = repositoryName(repository);
  await announce(context, name);
  const commit = await context.reader.commitOf(repository, remote.ref, context.access);
  const tree = await context.reader.tree(repository, commit, context.access);
  const found =
    type === 'repo'
      ? skillsOf(tree, { repository, commit, pathPrefix: remote.pathPrefix ?? path, prefix: '' })
      : fileOf(tree, { repository, commit, path: path ?? 'SKILL.md' });
  return {
    ...found,
    reached: new Set(found.isWhole ? [name] : []),
    listed: new Set([name]),
    pinnedCommit: commit,
    index: null,
  };
}
