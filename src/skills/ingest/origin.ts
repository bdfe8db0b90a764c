import type { SkillOrigin } from '../../contracts/index.ts';
import type { Skill } from '../skill.ts';
import type { SkillSourceStore } from './skill-source-store.ts';

/** Where a skill's version was read, as its last sync left it; `null` when no sync brought it. */
export async function originOf(
  store: Pick<SkillSourceStore, 'files'>,
  skill: Skill,
): Promise<SkillOrigin | null> {
  const file = (await store.files(skill.sourceUid)).find(
    ({ identifier, outcome }) => identifier === skill.identifier && outcome === 'skill',
  );
  if (file === undefined) return null;
  const { repository, commit, path } = file;
  const address = path.split('/').map(encodeURIComponent).join('/');
  return {
    repository,
    commit,
    path,
    url: `https://github.com/${repository}/blob/${commit}/${address}`,
  };
}
