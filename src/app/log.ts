import { pino, type DestinationStream, type Logger } from 'pino';
import { isSecretName, maskSecrets, singleLine } from '../base/index.ts';

export type { Logger } from 'pino';
export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'silent';

export interface LogOptions {
  /**
   * `json`: one object a line, for what collects logs. `text`: one sentence a line, for the person in front of a command;
   * an error is then told by its message alone. Default `json`.
   */
  readonly form?: 'json' | 'text';
  /** Default: standard error. */
  readonly destination?: DestinationStream;
}

/** What a command that ends by itself tells besides its answer: warnings and errors, or less where less was asked for. */
export function quieterLevel(level: LogLevel): LogLevel {
  return level === 'error' || level === 'silent' ? level : 'warn';
}

const REDACTED = '[redacted]';

/** A log without secrets: by the name of a member, and by shape within any text. */
export function createLog(level: LogLevel, options: LogOptions = {}): Logger {
  const { form = 'json', destination = pino.destination({ dest: 2, sync: true }) } = options;
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
    form === 'json'
      ? destination
      : {
          write: (line) => {
            destination.write(asSentence(line));
          },
        },
  );
}

/** A line of the log as people read it: how grave it is, what happened, and the facts that go with it. */
function asSentence(line: string): string {
  const { level, msg, err, error, time: _time, ...facts } = JSON.parse(line) as LogLine;
  const grade = pino.levels.labels[level] ?? 'info';
  const cause = err ?? error;
  const named = Object.entries({
    ...facts,
    ...(cause?.message === undefined || cause.message === msg ? {} : { error: cause.message }),
  }).map(
    ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  const details = named.length === 0 ? '' : ` (${named.join(', ')})`;
  return `${GRADES[grade] ?? grade}: ${singleLine(`${msg ?? 'Something happened'}${details}`)}\n`;
}

interface LogLine {
  readonly level: number;
  readonly msg?: string;
  readonly time: string;
  readonly err?: { readonly message?: string };
  readonly error?: { readonly message?: string };
  readonly [fact: string]: unknown;
}

const GRADES: Readonly<Record<string, string>> = {
  fatal: 'Error',
  error: 'Error',
  warn: 'Warning',
  info: 'Note',
  debug: 'Detail',
};

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
