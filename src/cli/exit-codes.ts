/** What an exit code says, the same for every command. */
export const EXIT = {
  done: 0,
  /** Something broke. */
  failed: 1,
  /** The request was refused; the sentence says why. Nothing was changed. */
  refused: 2,
  /** It ended before it was through: the tour was quit or its input ran out. */
  unfinished: 3,
  /** It was done, and found something that has to be mended. */
  toMend: 4,
} as const;
