import type { SkillAuditEntry } from '../../../../../src/contracts/index.ts';

/** What a file holds of a row. */
type ExportedEntry = Pick<
  SkillAuditEntry,
  'id' | 'atMs' | 'event' | 'detail' | 'digest' | 'actorName'
>;

const COLUMNS = ['id', 'at', 'event', 'about', 'digest', 'actor'] as const;

/** The rows as JSON with times in UTC. */
export function auditJson(entries: readonly ExportedEntry[]): string {
  return `${JSON.stringify(entries.map(rowOf), null, 2)}\n`;
}

/**
 * The rows as CSV (RFC 4180, lines end in CR LF). A value a spreadsheet would calculate with is marked as text with an
 * apostrophe: subjects and reasons are other people's words.
 */
export function auditCsv(entries: readonly ExportedEntry[]): string {
  const rows = entries.map(rowOf).map((row) => COLUMNS.map((column) => cell(row[column])));
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

function rowOf({ id, atMs, event, detail, digest, actorName }: ExportedEntry) {
  return {
    id,
    at: new Date(atMs).toISOString(),
    event,
    about: detail,
    digest: digest ?? '',
    actor: actorName,
  };
}

function cell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : value;
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
