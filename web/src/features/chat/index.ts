export { ChatPanel } from './chat-panel.tsx';
export { canUndo, outcomeLine } from './model/outcome-line.ts';
export { stopAdvice } from './model/stop-advice.ts';
export { groupOf } from './model/tour-summary.ts';
export { UndoButton, UndoRefusal } from './outcome-row.tsx';
export { useUndo, type Undo } from './use-undo.ts';
