import { namedChecks, CHECK_IDS, type CheckId } from './checks.ts';

/** A finding skipped before, by identity. */
export interface OpenPoint {
  readonly table: string;
  readonly uid: number;
  readonly field: string;
}

/** All the built-in model takes from a system message. */
export interface SystemFacts {
  /** Checks that instruction sections name; empty = nothing here may steer it. */
  readonly checks: readonly CheckId[];
  /** The page the run is about, or `null`. */
  readonly page: number | null;
  readonly openPoints: readonly OpenPoint[];
  readonly language: 'en' | 'de';
}

const SECTION = /^# Instruction of this installation: .*\(skill \d+, version [^\s()]+\)$/u;
/** What follows the sections: the catalogue, and the facts of the run. */
const AFTER_SECTIONS = /^# (?:This run|Skills you may load\b.*)$/u;

/**
 * Reads a system message. Only the bodies of instruction sections name checks; the prompt before them, the catalogue and
 * every message of another role name none, whatever they contain (design §7).
 */
export function readSystemMessage(text: string): SystemFacts {
  const before: string[] = [];
  const sections: string[] = [];
  const runFacts: string[] = [];
  let part = before;
  for (const line of text.split('\n')) {
    if (SECTION.test(line)) part = sections;
    else if (AFTER_SECTIONS.test(line)) part = line === '# This run' ? runFacts : [];
    part.push(line);
  }
  const named = new Set(namedChecks(sections.join('\n')));
  const language = valueOf(before, 'Answer language: ');
  return {
    checks: CHECK_IDS.filter((id) => named.has(id)),
    page: subjectPage(valueOf(runFacts, 'Subject record: ')),
    openPoints: openPointsOf(valueOf(before, 'Open points: ')),
    language: language?.trim().toLowerCase().startsWith('de') === true ? 'de' : 'en',
  };
}

function valueOf(lines: readonly string[], label: string): string | null {
  return lines.find((line) => line.startsWith(label))?.slice(label.length) ?? null;
}

function subjectPage(json: string | null): number | null {
  const record = parsed(json);
  return isRecord(record) && record['table'] === 'pages' && typeof record['uid'] === 'number'
    ? record['uid']
    : null;
}

function openPointsOf(json: string | null): readonly OpenPoint[] {
  const points = parsed(json);
  if (!Array.isArray(points)) return [];
  return points.flatMap((point: unknown) => {
    if (!isRecord(point)) return [];
    const { table, uid, field } = point;
    return typeof table === 'string' && typeof uid === 'number' && typeof field === 'string'
      ? [{ table, uid, field }]
      : [];
  });
}

function parsed(json: string | null): unknown {
  if (json === null) return null;
  try {
    return JSON.parse(json) as unknown;
  } catch {
    return null;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
