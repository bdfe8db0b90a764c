export { ChatPanel } from './chat-panel.tsx';
export { outcomeLine } from './model/outcome-line.ts';
export { stopAdvice } from './model/stop-advice.ts';
export { UndoButton, UndoRefusal } from './outcome-row.tsx';
export { useUndo, type Undo } from './use-undo.ts';
