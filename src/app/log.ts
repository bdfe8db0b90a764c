import { pino, type DestinationStream, type Logger } from 'pino';
import { isSecretName, maskSecrets } from '../base/index.ts';

export type { Logger } from 'pino';
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

const REDACTED = '[redacted]';

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
      isSecretName(name) && member !== null && member !== undefined
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
