import type { ChatPanelProps } from './chat-props.ts';
import { OpenChat } from './open-chat.tsx';
import { useChatTabs } from './use-chat-tabs.ts';
import './chat.css';

/** The conversation beside a page: starts processes, shows their proposals one at a time, takes the answers. */
export function ChatPanel(props: ChatPanelProps) {
  // Another page is another conversation: nothing of the one before may linger.
  return <PageChat key={props.page.uid} {...props} />;
}

function PageChat(props: ChatPanelProps) {
  const tabs = useChatTabs(props.page.uid);
  return <OpenChat key={tabs.active.key} {...props} tabs={tabs} />;
}
