import type { SnippetView } from '../../../../src/contracts/index.ts';

/** What has to hold so that the chat gets a snippet, in the order in which one makes it hold. */
export const CONDITIONS = ['inUse', 'marked', 'taken', 'letIn'] as const;
export type Condition = (typeof CONDITIONS)[number];

type Facts = Pick<SnippetView, 'active' | 'archived' | 'block' | 'mark' | 'uses'>;

/** Which of them hold (SNP-03). */
export function conditionsMet({
  active,
  archived,
  block,
  mark,
  uses,
}: Facts): Record<Condition, boolean> {
  return {
    inUse: active && !archived && block !== '',
    marked: mark === 'marked',
    taken: uses.length > 0,
    letIn: uses.some(({ inCallerSystemMessage }) => inCallerSystemMessage),
  };
}
