/** What an exit code says, the same for every command. */
export const EXIT = {
  done: 0,
  /** Something broke. */
  failed: 1,
  /** The request was refused; the sentence says why. Nothing was changed. */
  refused: 2,
  /** It ended before it was through, or without success: a tour was quit, a sync stopped, a service did not answer. */
  unfinished: 3,
  /** It was done, and found something that has to be mended. */
  toMend: 4,
  /** A second Ctrl+C or SIGTERM ended it at once, with work under way. */
  interrupted: 130,
} as const;

/** The same as `vouch --help` says it. */
export const EXIT_HELP = [
  '',
  'Exit codes of every command:',
  `  ${String(EXIT.done).padEnd(4)} done`,
  `  ${String(EXIT.failed).padEnd(4)} something broke`,
  `  ${String(EXIT.refused).padEnd(4)} refused, or written wrongly: the sentence says why, and nothing was changed`,
  `  ${String(EXIT.unfinished).padEnd(4)} ended before it was through, or without success: a sync stopped, a service did not answer`,
  `  ${String(EXIT.toMend).padEnd(4)} done, and something was found that has to be mended`,
  `  ${String(EXIT.interrupted).padEnd(4)} ended at once by a second Ctrl+C or SIGTERM`,
].join('\n');
