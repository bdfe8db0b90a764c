import type { Actor } from '../actors/index.ts';
import type { RecordRef } from '../contracts/index.ts';
import type { RuntimeDeps } from './deps.ts';

/** Whether the user a run executes as can read the record the run is about; a run about nothing is fine. */
export async function subjectReadable(
  content: RuntimeDeps['content'],
  subject: RecordRef | null,
  actor: Actor,
): Promise<boolean> {
  if (subject === null) return true;
  return content !== null && (await content.pageOf(subject, actor)) !== null;
}

/** The subject and the content elements of its page that the user may read now (decisions §5). */
export async function highlightTargets(
  content: RuntimeDeps['content'],
  subject: RecordRef | null,
  actor: Actor,
): Promise<readonly RecordRef[]> {
  if (subject === null || content === null) return [];
  const pageUid = await content.pageOf(subject, actor);
  const page = pageUid === null ? null : await content.readPage(pageUid, actor);
  if (page === null) return [];
  return [subject, ...page.elements.map(({ uid }) => ({ table: 'content', uid }))];
}
