import {
  Progress,
  RecordRef,
  RunStatus,
  RunTermination,
  type Locale,
  type RunEvent,
  type RunNotice,
} from '../../../../src/contracts/index.ts';
import { dictionary } from '../../lib/dictionary.ts';
import { formatList, formatNumber, plural } from '../../lib/format.ts';
import { noticeText } from '../chat/notice-words.ts';
import { strings } from './strings.ts';

const words = dictionary({
  en: {
    asked: (messages: string) => `The run was asked with ${messages}.`,
    answered: 'The model answered',
    answeredWith: (characters: string) => `The model answered with ${characters}`,
    called: (tools: string) => `The model called ${tools}`,
    tokens: (read: string, written: string) => `: ${read} tokens in, ${written} out`,
    cutOff: ' It was cut off at its longest length.',
    filtered: ' The provider held a part of it back.',
    done: (tool: string) => `${tool} was carried out.`,
    failed: (tool: string) => `${tool} failed; the model was told so.`,
    unknown: (tool: string) =>
      `${tool} failed; whether it changed anything is not known – check the record.`,
    instructions: (names: string) => `As instructions: ${names}.`,
    nothingAdded: 'No skill and no snippet.',
    window: (tokens: string, budget: string) => `About ${tokens} of ${budget} tokens were sent.`,
    approved: 'Approved',
    declined: 'Declined',
    submitted: 'The question was answered.',
    written: 'Written',
    onlyPart: ' Only a part of it.',
    hookFailed: ' What follows a change on this site failed.',
    point: (current: string, total: string) => `Point ${current} of ${total}.`,
    finished: 'The process is finished.',
    highlight: (what: string) => `Points at ${what}.`,
    again: (times: string) => ` again (${times})`,
    dropped: 'Something was left out.',
  },
  de: {
    asked: (messages: string) => `Der Lauf wurde mit ${messages} gefragt.`,
    answered: 'Das Modell antwortete',
    answeredWith: (characters: string) => `Das Modell antwortete mit ${characters}`,
    called: (tools: string) => `Das Modell rief ${tools} auf`,
    tokens: (read: string, written: string) => `: ${read} Eingabe-Token, ${written} Ausgabe-Token`,
    cutOff: ' Bei der Höchstlänge wurde abgeschnitten.',
    filtered: ' Einen Teil hielt der Anbieter zurück.',
    done: (tool: string) => `${tool} wurde ausgeführt.`,
    failed: (tool: string) => `${tool} schlug fehl; das Modell hat es erfahren.`,
    unknown: (tool: string) =>
      `${tool} schlug fehl; ob sich etwas geändert hat, ist offen – bitte nachsehen.`,
    instructions: (names: string) => `Als Anweisung: ${names}.`,
    nothingAdded: 'Kein Skill und kein Textbaustein.',
    window: (tokens: string, budget: string) =>
      `Gesendet wurden etwa ${tokens} von ${budget} Token.`,
    approved: 'Freigegeben',
    declined: 'Abgelehnt',
    submitted: 'Die Frage wurde beantwortet.',
    written: 'Geschrieben',
    onlyPart: ' Nur ein Teil davon.',
    hookFailed: ' Was auf dieser Website auf eine Änderung folgt, schlug fehl.',
    point: (current: string, total: string) => `Punkt ${current} von ${total}.`,
    finished: 'Der Prozess ist fertig.',
    highlight: (what: string) => `Zeigt auf ${what}.`,
    again: (times: string) => `, erneut (${times})`,
    dropped: 'Etwas wurde weggelassen.',
  },
});

/** How many of something, in words. */
const COUNTS = {
  messages: {
    en: { one: '# message', other: '# messages' },
    de: { one: '# Nachricht', other: '# Nachrichten' },
  },
  characters: {
    en: { one: '# character', other: '# characters' },
    de: { one: '# Zeichen', other: '# Zeichen' },
  },
  fenced: {
    en: { one: '# skill as a quotation.', other: '# skills as quotations.' },
    de: { one: '# Skill als Zitat.', other: '# Skills als Zitate.' },
  },
  catalogue: {
    en: { one: '# skill on demand.', other: '# skills on demand.' },
    de: { one: '# Skill auf Abruf.', other: '# Skills auf Abruf.' },
  },
  snippets: {
    en: { one: '# snippet.', other: '# snippets.' },
    de: { one: '# Textbaustein.', other: '# Textbausteine.' },
  },
  droppedTurns: {
    en: { one: '# earlier turn was left out.', other: '# earlier turns were left out.' },
    de: { one: '# früherer Schritt blieb weg.', other: '# frühere Schritte blieben weg.' },
  },
  leftOutImages: {
    en: { one: '# image was left out.', other: '# images were left out.' },
    de: { one: '# Bild blieb weg.', other: '# Bilder blieben weg.' },
  },
} as const;

/** One line of a run's log in words. What it lacks, as lines of other releases may, is left out. */
export function eventText({ kind, payload }: RunEvent, locale: Locale): string {
  const t = words[locale];
  switch (kind) {
    case 'request':
      return t.asked(count('messages', payload['messages'], locale));
    case 'llm':
      return modelText(payload, locale);
    case 'tool':
      return toolText(payload, locale);
    case 'assembled':
      return assembledText(payload, locale);
    case 'context':
      return [
        t.window(
          formatNumber(locale, number(payload['estimatedTokens'])),
          formatNumber(locale, number(payload['budgetTokens'])),
        ),
        ...some(payload, ['droppedTurns', 'leftOutImages'], locale),
      ].join(' ');
    case 'approval':
      return named(payload['approved'] === true ? t.approved : t.declined, list(payload['tools']));
    case 'input':
      return t.submitted;
    case 'write':
      return (
        named(t.written, refOf(payload['target'])) +
        (payload['completeness'] === 'partial' ? t.onlyPart : '') +
        (payload['hookFailedAfterWrite'] === true ? t.hookFailed : '')
      );
    case 'progress': {
      const at = Progress.safeParse(payload).data;
      if (at === undefined) return '';
      return at.completed
        ? t.finished
        : t.point(formatNumber(locale, at.current), formatNumber(locale, at.total));
    }
    case 'highlight':
      return t.highlight(refOf(payload['target']).join(''));
    case 'notice':
      return noticeText(
        { code: text(payload['code']), data: (payload['data'] ?? {}) as RunNotice['data'] },
        locale,
      );
    case 'status':
      return statusText(payload, locale);
    case 'dropped':
      return t.dropped;
  }
}

type Payload = RunEvent['payload'];

function toolText(payload: Payload, locale: Locale): string {
  const t = words[locale];
  const tool = text(payload['tool']);
  if (payload['effectUnknown'] === true) return t.unknown(tool);
  return payload['isError'] === true ? t.failed(tool) : t.done(tool);
}

function modelText(payload: Payload, locale: Locale): string {
  const t = words[locale];
  const tools = list(payload['tools']);
  const what =
    tools.length > 0
      ? t.called(formatList(locale, tools))
      : number(payload['textCharacters']) > 0
        ? t.answeredWith(count('characters', payload['textCharacters'], locale))
        : t.answered;
  const took =
    payload['promptTokens'] === undefined
      ? ''
      : t.tokens(
          formatNumber(locale, number(payload['promptTokens'])),
          formatNumber(locale, number(payload['completionTokens'])),
        );
  const reason = payload['finishReason'];
  const end = reason === 'length' ? t.cutOff : reason === 'content_filter' ? t.filtered : '';
  return `${what}${took}.${end}`;
}

function assembledText(payload: Payload, locale: Locale): string {
  const t = words[locale];
  const pins = many(payload['pins']).map((pin) => text((pin as { name?: unknown }).name));
  const parts = [
    ...(pins.length === 0 ? [] : [t.instructions(formatList(locale, pins))]),
    ...some(payload, ['fenced', 'catalogue', 'snippets'], locale),
  ];
  return parts.length === 0 ? t.nothingAdded : parts.join(' ');
}

function statusText(payload: Payload, locale: Locale): string {
  const { statuses, ends } = strings[locale];
  const end = RunTermination.safeParse(payload['termination']).data;
  const status = RunStatus.safeParse(payload['status']).data;
  const word =
    end !== undefined
      ? ends[end]
      : status === undefined
        ? text(payload['status'])
        : statuses[status];
  const times = number(payload['requeued']);
  return `${word}${times === 0 ? '' : words[locale].again(formatNumber(locale, times))}.`;
}

/** Those of these that there are any of. A list counts by its length. */
function some(payload: Payload, names: readonly (keyof typeof COUNTS)[], locale: Locale) {
  return names
    .filter((name) => amount(payload[name]) > 0)
    .map((name) => count(name, payload[name], locale));
}

function count(what: keyof typeof COUNTS, value: unknown, locale: Locale): string {
  return plural(locale, amount(value), COUNTS[what][locale]);
}

function named(what: string, names: readonly string[]): string {
  return names.length === 0 ? `${what}.` : `${what}: ${names.join(', ')}.`;
}

function refOf(value: unknown): readonly string[] {
  const ref = RecordRef.safeParse(value).data;
  return ref === undefined ? [] : [`${ref.table} ${String(ref.uid)}`];
}

function amount(value: unknown): number {
  return Array.isArray(value) ? value.length : number(value);
}

function number(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function many(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function list(value: unknown): readonly string[] {
  return many(value).map(String);
}
