import type { Locale, SkillAuditEntry } from '../../../../src/contracts/index.ts';
import { errorStrings } from '../../lib/error-strings.ts';
import { dataClassWords } from '../../lib/data-class-words.ts';
import { shortDigest } from '../../lib/digest.ts';
import { auditWords } from './audit-words.ts';
import { codeText, severityText } from './code-words.ts';
import { quotedText } from './model/quoted-text.ts';

/** Names an audit row refers to by uid. */
export interface AuditNames {
  readonly configurations: ReadonlyMap<number, string>;
  readonly pages: ReadonlyMap<number, string>;
}

export const NO_NAMES: AuditNames = { configurations: new Map(), pages: new Map() };

/** What a row says besides its event, in plain words; what a person wrote stays in their words, in quotation marks. */
export function auditDetail(
  { event, code }: Pick<SkillAuditEntry, 'event' | 'code'>,
  locale: Locale,
  names: AuditNames = NO_NAMES,
): string {
  const t = auditWords[locale];
  if (code === '') return '';
  switch (event) {
    case 'revoked':
      return quotedText(code, locale);
    case 'approval_refused':
      return lookUp(errorStrings[locale], code) ?? code;
    case 'data_class_changed':
      return lookUp(dataClassWords[locale], code) ?? code;
    case 'skill_created':
    case 'skill_edited':
    case 'skill_rolled_back':
    case 'skill_moved':
    case 'bundled_updated':
      return code
        .split(', ')
        .map((field) => lookUp(t.fields, field) ?? field)
        .join(', ');
    case 'attached':
    case 'detached':
    case 'attachments_ordered':
      return attachment(code, locale, names);
    case 'source_created':
      return code
        .split(', ')
        .map((part) => (part === 'imported' ? t.imported : (lookUp(t.level, part) ?? part)))
        .join(', ');
    case 'source_changed':
      return changes(code, locale);
    case 'tried': {
      const uid = /^page (\d+)$/.exec(code)?.[1] ?? '';
      const title = names.pages.get(Number(uid));
      return title === undefined ? t.page(uid) : quotedText(title, locale);
    }
    case 'fingerprint_rejected': {
      const [, expected = '', computed = ''] = /^expected (\S*), computed (\S*)$/.exec(code) ?? [];
      return `${t.expected(shortDigest(expected))}, ${t.computed(shortDigest(computed))}`;
    }
    case 'imported':
    case 'upgrade_refused': {
      const fault = code.replace(/^not what its sync wrote: /, '');
      return lookUp(t.fault, fault) ?? fault;
    }
    case 'enabled':
    case 'disabled':
      return '';
    default:
      return code
        .split(', ')
        .map((part) => synced(part, locale))
        .join(', ');
  }
}

function attachment(code: string, locale: Locale, names: AuditNames): string {
  const t = auditWords[locale];
  const [, uid = '', mode = ''] = /^configuration (\d+)(?:, (.+))?$/.exec(code) ?? [];
  const name = names.configurations.get(Number(uid)) ?? t.configuration(uid);
  if (mode === '') return name;
  return `${name}: ${mode === 'always' || mode === 'on_demand' ? t[mode] : t.order}`;
}

/** `{"trustLevel":"verified","enabled":false}`, as a list in words. */
function changes(code: string, locale: Locale): string {
  const t = auditWords[locale];
  let changed: unknown;
  try {
    changed = JSON.parse(code);
  } catch {
    return code;
  }
  if (typeof changed !== 'object' || changed === null) return code;
  return Object.entries(changed)
    .map(([field, value]) => {
      const name = lookUp(t.fields, field) ?? field;
      if (value === null) return `${name}: ${t.none}`;
      if (typeof value === 'boolean') return `${name}: ${value ? t.isOn : t.isOff}`;
      const text = String(value);
      return `${name}: ${lookUp(t.level, text) ?? text}`;
    })
    .join(', ');
}

/** A part of what a sync says: where it read, or a finding of the scanner. */
function synced(part: string, locale: Locale): string {
  const [, severity, label = ''] = /^(high|medium|low) (\S+)$/.exec(part) ?? [];
  return severity === 'high' || severity === 'medium' || severity === 'low'
    ? `${codeText('finding', label, locale)} (${severityText(severity, locale)})`
    : part;
}

function lookUp(words: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(words, key) ? words[key] : undefined;
}
