export { ChatPanel, type ChatPanelProps } from './chat-panel.tsx';
export type { Highlight } from './model/highlight-target.ts';
