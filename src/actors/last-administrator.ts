/**
 * Whether a change would leave nobody who can sign in and administer. `administrators` are those who can at this moment;
 * somebody who was invited and has no password yet is none of them.
 */
export function losesLastAdministrator(
  administrators: readonly string[],
  userId: string,
  changes: {
    readonly isAdministrator?: boolean | undefined;
    readonly isDisabled?: boolean | undefined;
  },
): boolean {
  const goes = changes.isAdministrator === false || changes.isDisabled === true;
  return goes && administrators.length === 1 && administrators[0] === userId;
}
