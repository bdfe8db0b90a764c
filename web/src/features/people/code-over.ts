/** What the sign-in page is told, beside its address, where the codes of a sign-in are used up. */
export const CODE_OVER = { codeOver: true } as const;

/** Whether that was told. */
export function isCodeOver(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'codeOver' in state;
}
