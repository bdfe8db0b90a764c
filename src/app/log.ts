import { pino, type DestinationStream, type Logger } from 'pino';

export type { Logger } from 'pino';
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const REDACTED = '[redacted]';

/** Names of members whose values never reach a log, at whatever depth they stand. */
const SECRET_NAMES =
  /^(authorization|cookie|set-cookie|.*password.*|.*secret.*|.*token|.*api[-_]?key|key)$/i;

/** What looks like a secret inside a text: bearer tokens, provider keys, passwords in URLs, session cookies. */
const SECRET_SHAPES: readonly [RegExp, string][] = [
  [/\b(bearer)\s+[\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  [/\b(?:sk|pk|rk|ghp|gho|ghs|github_pat|xox[abp])[-_][\w-]{8,}/g, REDACTED],
  [/(\w+:\/\/[^\s:/@]+):[^\s@/]+@/g, `$1:${REDACTED}@`],
  [/(vouch\.session_token=)[^;\s]+/g, `$1${REDACTED}`],
  [/([?&]token=)[^&\s#]+/g, `$1${REDACTED}`],
];

/** A log of one JSON object a line, without secrets: by the name of a member, and by shape within any text. */
export function createLog(level: LogLevel, destination?: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: (entry) => withoutSecrets(entry, new Set()) as Record<string, unknown> },
      hooks: {
        logMethod(args, method) {
          const [first, ...rest] = args as unknown[];
          // An error alone would put its message into the line without passing through the masks.
          const given = first instanceof Error ? [{ err: first }, first.message, ...rest] : args;
          const masked = given.map((each) => (typeof each === 'string' ? maskSecrets(each) : each));
          method.apply(this, masked as typeof args);
        },
      },
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
}

/** `text` with everything that looks like a secret masked. */
export function maskSecrets(text: string): string {
  return SECRET_SHAPES.reduce((masked, [shape, mask]) => masked.replace(shape, mask), text);
}

function withoutSecrets(value: unknown, above: ReadonlySet<unknown>): unknown {
  if (typeof value === 'string') return maskSecrets(value);
  if (typeof value !== 'object' || value === null) return value;
  if (above.has(value)) return '[circular]';
  const inside = new Set(above).add(value);
  if (Array.isArray(value)) return value.map((item: unknown) => withoutSecrets(item, inside));
  const plain = value instanceof Error ? errorFacts(value) : value;
  return Object.fromEntries(
    Object.entries(plain).map(([name, member]) => [
      name,
      SECRET_NAMES.test(name) && member !== null && member !== undefined
        ? REDACTED
        : withoutSecrets(member, inside),
    ]),
  );
}

function errorFacts(error: Error): Record<string, unknown> {
  return {
    ...(error as object),
    name: error.name,
    message: error.message,
    stack: error.stack,
    ...(error.cause !== undefined && { cause: error.cause }),
  };
}
