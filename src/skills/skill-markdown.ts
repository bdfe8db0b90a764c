import { byteLength, normaliseLineEnds } from '../base/index.ts';
import { normaliseAllowedTools } from './allowed-tools.ts';
import { readFrontMatter } from './front-matter.ts';
import { RefusedMarkdown, refuse, type SkillMarkdownError } from './skill-markdown-error.ts';
import type { SkillVersion } from './skill.ts';
import { supportStatusOf } from './support-status.ts';

/** Bytes of UTF-8 (facts §1). */
const MAX_FRONT_MATTER_BYTES = 8_192;
export const MAX_BODY_BYTES = 65_536;

export interface ParsedSkill {
  readonly version: SkillVersion;
  /** The front matter as written, with LF line ends; keys nobody reads are only here. */
  readonly rawFrontMatter: string;
  /** Line of a `process` that makes no process, because it is no boolean `true`; `null` when there is none. */
  readonly ignoredProcessLine: number | null;
}

export type ParsedSkillMarkdown =
  | { readonly ok: true; readonly skill: ParsedSkill }
  | { readonly ok: false; readonly error: SkillMarkdownError };

/**
 * Reads a SKILL.md: front matter between two `---` lines, then the body (decisions §51). A byte order mark and CRLF are
 * accepted and leave no trace in the version. Never throws for a bad file.
 */
export function parseSkillMarkdown(file: string | Uint8Array): ParsedSkillMarkdown {
  try {
    return { ok: true, skill: parse(textOf(file)) };
  } catch (error) {
    if (error instanceof RefusedMarkdown) return { ok: false, error: error.refusal };
    throw error;
  }
}

function textOf(file: string | Uint8Array): string {
  if (typeof file === 'string') return file.replace(/^\uFEFF/, '');
  try {
    // The decoder takes the byte order mark away.
    return new TextDecoder('utf-8', { fatal: true }).decode(file);
  } catch {
    return refuse(
      'not_utf8',
      { line: 1, hint: 'save the file as UTF-8' },
      'The file is not UTF-8.',
    );
  }
}

function parse(file: string): ParsedSkill {
  const text = normaliseLineEnds(file);
  if (/\p{Cs}/u.test(text)) refuse('not_utf8', { line: 1 }, 'The file is not UTF-8.');
  const lines = text.split('\n');
  const nul = lines.findIndex((line) => line.includes('\0'));
  if (nul >= 0) refuse('nul_character', { line: nul + 1 }, 'The file holds a NUL character.');
  if (!isFence(lines[0])) {
    refuse('no_front_matter', { line: 1 }, 'The file does not begin with a line "---".');
  }
  const end = lines.findIndex((line, index) => index > 0 && isFence(line));
  if (end < 0) {
    refuse('front_matter_open', { line: 1 }, 'The front matter has no closing line "---".');
  }
  const rawFrontMatter = lines.slice(1, end).join('\n');
  tooLarge('front_matter_too_large', rawFrontMatter, 2);
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trimStart();
  tooLarge('body_too_large', body, end + 2);
  const { name, description, process, ignoredProcessLine, ...read } =
    readFrontMatter(rawFrontMatter);
  const allowedTools = normaliseAllowedTools(read.allowedTools);
  return {
    version: {
      name: normaliseLineEnds(name),
      description: normaliseLineEnds(description),
      body,
      supportStatus: supportStatusOf({ body, allowedTools }),
      allowedTools,
      process,
    },
    rawFrontMatter,
    ignoredProcessLine,
  };
}

function isFence(line: string | undefined): boolean {
  return line !== undefined && /^---[ \t]*$/.test(line);
}

function tooLarge(
  code: 'front_matter_too_large' | 'body_too_large',
  text: string,
  line: number,
): void {
  const limit = code === 'body_too_large' ? MAX_BODY_BYTES : MAX_FRONT_MATTER_BYTES;
  const bytes = byteLength(text);
  if (bytes <= limit) return;
  const what = code === 'body_too_large' ? 'body' : 'front matter';
  refuse(code, { line }, `The ${what} has ${String(bytes)} bytes; ${String(limit)} are allowed.`);
}

/**
 * A version as a SKILL.md that reads back as the same version. The same version gives the same bytes: fixed key order,
 * quoted texts, LF, no key for what is not declared.
 */
export function formatSkillMarkdown(version: SkillVersion): string {
  const tools = normaliseAllowedTools(version.allowedTools);
  const declared =
    tools === null
      ? []
      : tools.length === 0
        ? ['allowed-tools: []']
        : ['allowed-tools:', ...tools.map((tool) => `  - ${quoted(tool)}`)];
  return [
    '---',
    `name: ${quoted(version.name)}`,
    `description: ${quoted(version.description)}`,
    ...declared,
    ...(version.process ? ['process: true'] : []),
    '---',
    '',
    normaliseLineEnds(version.body),
  ].join('\n');
}

/** A YAML double-quoted text; JSON's is one, once what YAML does not print is escaped too. */
function quoted(text: string): string {
  return JSON.stringify(normaliseLineEnds(text)).replace(
    /[\u007f-\u009f\u2028\u2029\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
