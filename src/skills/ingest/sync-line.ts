import { isAppError } from '../../base/index.ts';
import type { SyncLine } from '../../contracts/index.ts';
import type { ParsedSkill } from '../skill-markdown.ts';
import type { SkillMarkdownError } from '../skill-markdown-error.ts';

/** A remark about one place. */
export function syncLine(
  level: SyncLine['level'],
  code: string,
  text: { readonly place: string; readonly message: string; readonly hint?: string },
): SyncLine {
  const { place, message, hint = null } = text;
  return { level, code, place, line: null, message, hint };
}

/** Remarks of which each code is said once of a place. */
export function distinctLines() {
  const lines = new Map<string, SyncLine>();
  return {
    add: (line: SyncLine): void => {
      const sign = `${line.code}\0${line.place}`;
      if (!lines.has(sign)) lines.set(sign, line);
    },
    get all(): readonly SyncLine[] {
      return [...lines.values()];
    },
  };
}

/** Why a file was refused: where, at which line, and what usually helps (SYN-08). */
export function refusalLine(place: string, error: SkillMarkdownError): SyncLine {
  const { code, line, message, hint } = error;
  return { level: 'error', code, place, line, message, hint };
}

/** A repository or a file that could not be read this time. */
export function failureLine(place: string, error: unknown): SyncLine {
  return isAppError(error)
    ? syncLine('error', error.code, { place, message: error.message })
    : syncLine('error', 'internal', { place, message: 'Reading failed unexpectedly.' });
}

/** What the author of a skill should know although it could be read. */
export function notesOf(place: string, skill: ParsedSkill): readonly SyncLine[] {
  return skill.ignoredProcessLine === null
    ? []
    : [
        {
          level: 'note',
          code: 'process_ignored',
          place,
          line: skill.ignoredProcessLine,
          message: 'This value makes no process: only the plain word true does.',
          hint: 'write process: true',
        },
      ];
}

/** One note for every name that several skills of a source have: they stay apart, by uid (LOD-10). */
export function sameNameNotes(
  skills: readonly { readonly identifier: string; readonly name: string }[],
): readonly SyncLine[] {
  const byName = new Map<string, string[]>();
  for (const { identifier, name } of skills) {
    byName.set(name, [...(byName.get(name) ?? []), identifier]);
  }
  return [...byName.entries()]
    .filter(([, identifiers]) => identifiers.length > 1)
    .map(([name, identifiers]) =>
      syncLine('note', 'same_name', {
        place: identifiers[0] ?? '',
        message: `${String(identifiers.length)} skills are called "${name}": ${identifiers.join(', ')}.`,
      }),
    );
}
