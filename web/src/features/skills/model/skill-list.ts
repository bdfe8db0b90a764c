import type { SealState, SkillSummary, TrustLevel } from '../../../../../src/contracts/index.ts';

export type SkillFilter = 'to_review' | 'approved' | 'all';

type Version = SkillSummary['versions'][number];

/** Whether somebody should look at this skill: its current text is neither approved nor revoked, and could be approved. */
export function needsReview(skill: SkillSummary): boolean {
  return !skill.orphaned && !skill.damaged && currentVersion(skill)?.seal === 'not_approved';
}

export function isApproved(skill: SkillSummary): boolean {
  return currentVersion(skill)?.seal === 'approved';
}

export function currentVersion(skill: SkillSummary): Version | undefined {
  return skill.versions.find(({ current }) => current);
}

/** Newest first: the version the record holds, then the approved and revoked ones as the server orders them. */
export function listedVersions(skill: SkillSummary): Version[] {
  return [...skill.versions].sort((a, b) => Number(b.current) - Number(a.current));
}

export function filterSkills(
  skills: readonly SkillSummary[],
  filter: SkillFilter,
  search: string,
): SkillSummary[] {
  const wanted = search.trim().toLowerCase();
  return skills.filter(
    (skill) =>
      (filter === 'all' || (filter === 'to_review' ? needsReview(skill) : isApproved(skill))) &&
      (wanted === '' || searchable(skill).includes(wanted)),
  );
}

function searchable(skill: SkillSummary): string {
  return [
    skill.name,
    skill.identifier,
    skill.source.title,
    ...skill.versions.map(({ digest }) => digest),
  ]
    .join('\n')
    .toLowerCase();
}

/**
 * The mark a version is listed with. Text that would not instruct even if it were approved gets the bracket and never a
 * seal, unless it once was approved or revoked: that is stored and stays visible.
 */
export function versionMark(skill: SkillSummary, version: Version): SealState | 'reference' {
  if (version.seal !== 'not_approved') return version.seal;
  return mayInstruct(skill.source.trustLevel) ? 'not_approved' : 'reference';
}

/** "A. Demir" of "Aylin Demir": who it was, in the width of a row. One word stays as it is. */
export function shortName(name: string): string {
  const [first = '', ...rest] = name.split(/\s+/);
  const initial = Array.from(first)[0] ?? '';
  return rest.length === 0 ? name : `${initial}. ${rest.join(' ')}`;
}

/** The default threshold; a stricter one shows in the review's reasons. */
function mayInstruct(level: TrustLevel): boolean {
  return level === 'verified' || level === 'first_party';
}
