import type { ReactNode } from 'react';
import type { PageView } from '../../../../src/contracts/index.ts';
import type { Highlight } from './model/highlight-target.ts';

export interface ChatPanelProps {
  /** The page the conversation is about. */
  readonly page: Pick<PageView, 'uid' | 'title' | 'language'>;
  /** A process to start at once, when the reader came here by asking for it. */
  readonly startSkillUid?: number | null;
  /** Called when `startSkillUid` was handed to the server or could not be; forget it then, or a reload starts it again. */
  readonly onStarted?: () => void;
  /** Called once for each element that is to be marked on the page. */
  readonly onHighlight?: (highlight: Highlight) => void;
  readonly onClearHighlight?: () => void;
  /** Something on the page was saved or taken back. */
  readonly onPageChanged?: () => void;
  /** The assistant begins to work, or is done; what it saved was told before. */
  readonly onWorking?: (isWorking: boolean) => void;
  /** A card was answered, in whatever way: open points may have come or gone. */
  readonly onSettled?: () => void;
  /** Where the page is not beside the chat: brings it into view. */
  readonly onShowPage?: () => void;
  /** Before and after the name in the head: back, dock, float, pop out. */
  readonly headStart?: ReactNode;
  readonly headEnd?: ReactNode;
}
