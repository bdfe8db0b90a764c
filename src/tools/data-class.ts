import type { DataClass } from './tool.ts';

/** Low to high (facts §3). */
const DATA_CLASSES: readonly DataClass[] = [
  'publicContent',
  'editorContent',
  'sourceCode',
  'internalConfiguration',
  'systemDiagnostics',
  'secretAdjacent',
];

/** The class that nothing exceeds: what a model on this machine may see. */
export const HIGHEST_DATA_CLASS: DataClass = 'secretAdjacent';

/** Whether something of this class may not be seen where `ceiling` is the most that may be. */
export function exceeds(dataClass: DataClass, ceiling: DataClass): boolean {
  return DATA_CLASSES.indexOf(dataClass) > DATA_CLASSES.indexOf(ceiling);
}

/** A text that reaches a model, and how confidential its keeper says it is; `null` = undeclared, which constrains nothing. */
export interface InputSource {
  readonly kind: 'skill' | 'snippet';
  readonly uid: number;
  readonly name: string;
  readonly dataClass: DataClass | null;
}

/** Whether a text of this declared class may be seen where `ceiling` is the most that may be. */
export function maySee(ceiling: DataClass, dataClass: DataClass | null): boolean {
  return dataClass === null || !exceeds(dataClass, ceiling);
}

/** The first text whose declared class the trust zone may not see, or `null` (facts §3, TOL-05). */
export function blockedInput(
  sources: readonly InputSource[],
  ceiling: DataClass,
): InputSource | null {
  return sources.find(({ dataClass }) => !maySee(ceiling, dataClass)) ?? null;
}
