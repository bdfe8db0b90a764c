import { readFile } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { AppError } from '../base/index.ts';
import { ENVIRONMENT } from './settings-schema.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_FILE = 'vouch.config.json';

/** The text of the settings file; `null` when none was named and there is none. */
export async function readSettingsFile(options: {
  readonly file?: string;
  readonly cwd: string;
}): Promise<string | null> {
  const name = options.file ?? DEFAULT_FILE;
  const path = isAbsolute(name) ? name : join(options.cwd, name);
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (missing && options.file === undefined) return null;
    throw invalidSettings([
      missing
        ? `The settings file ${path} does not exist.`
        : `The settings file ${path} cannot be read.`,
    ]);
  }
}

/** The object a settings file holds. */
export function parseSettings(text: string, problems: string[]): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
    problems.push('The settings file must hold one JSON object.');
  } catch (error) {
    problems.push(`The settings file is not JSON: ${(error as Error).message}.`);
  }
  throw invalidSettings(problems);
}

/** The file's settings with the environment's over them; names a `VOUCH_` variable that is none of ours. */
export function withEnvironment(
  raw: Record<string, unknown>,
  env: Environment,
  problems: string[],
): Record<string, unknown> {
  const merged = structuredClone(raw);
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith('VOUCH_') || text === undefined || text === '') continue;
    if (NOT_SETTINGS.test(name)) continue;
    const target = ENVIRONMENT[name];
    if (target === undefined) {
      problems.push(`The environment variable ${name} is not known.`);
      continue;
    }
    const [path, kind] = target;
    const value = readVariable(text, kind);
    const [group = '', member] = path.split('.');
    if (member === undefined) merged[group] = value;
    else merged[group] = { ...(merged[group] as object | undefined), [member]: value };
  }
  return merged;
}

function readVariable(text: string, kind: 'number' | 'list' | undefined) {
  if (kind === 'list') return text.split(',').map((item) => item.trim());
  return kind === 'number' && text.trim() !== '' ? Number(text) : text;
}

/** Who set what is not left at its default, by the setting's name. */
export type SettingSources = Readonly<Record<string, 'file' | 'environment'>>;

/** Of what the file holds and the environment says; an empty variable says nothing. */
export function sourcesOf(
  raw: Readonly<Record<string, unknown>>,
  env: Environment,
): SettingSources {
  const inFile = Object.entries(raw).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.keys(value).map((member) => `${name}.${member}`)
      : [name],
  );
  const inEnvironment = Object.entries(ENVIRONMENT).flatMap(([variable, [path]]) =>
    (env[variable] ?? '') === '' ? [] : [path],
  );
  return {
    ...Object.fromEntries(inFile.map((name) => [name, 'file' as const])),
    ...Object.fromEntries(inEnvironment.map((name) => [name, 'environment' as const])),
  };
}

/** Variables that begin with `VOUCH_` and are read elsewhere. */
const NOT_SETTINGS = /^VOUCH_(MODEL_API_KEY|KEY_[A-Z0-9_]+|CHROMIUM|CONFIG|TEST_.*)$/;

/** `settings_invalid` with a sentence for every problem. */
export function invalidSettings(problems: readonly string[]): AppError {
  return new AppError('settings_invalid', problems.join('\n'), { data: { problems } });
}
