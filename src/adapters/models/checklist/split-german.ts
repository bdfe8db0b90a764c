import { capitalised } from './finding.ts';
import type { Cut } from './cut.ts';
import { FINITE_DE, MOVABLE_DE, SUBORDINATORS_DE } from './word-lists.ts';

const PRONOUN =
  '(?:ich|du|er|sie|Sie|es|wir|ihr|man|das|dies|diese|dieser|dieses|jeder|jede|alle|viele|einige|manche|niemand|alles)';
const ADVERB =
  '(?:dort|hier|dann|danach|dabei|dafür|dadurch|damit|daher|deshalb|darum|heute|jetzt|inzwischen|seitdem|so|auch|trotzdem|außerdem|zudem|später|manchmal|oft)';

/**
 * Where a German sentence may be divided. After `und`, `aber`, `doch`, `denn` only when a verb in second place shows a
 * main clause; after a colon only when a capital does; a subordinate clause only when its verb can move to second place
 * as it stands.
 */
export function cutsDe(text: string): readonly Cut[] {
  return [
    ...atMark(text),
    ...atConjunction(text),
    ...atRequest(text),
    ...atClause(text),
    ...atWas(text),
  ];
}

function atMark(text: string): readonly Cut[] {
  const marks = [...text.matchAll(/;\s+|:\s+|\s+[–—-]\s+/gu)];
  // Several of them frame an aside or divide a list, not a thought.
  if (marks.length !== 1) return [];
  return marks.flatMap((match) => {
    const head = text.slice(0, match.index);
    const [first = '', second = ''] = text
      .slice(match.index + match[0].length)
      .split(/\s+/u)
      .map((word) => word.replace(/[^\p{L}]/gu, ''));
    const lower = first.charAt(0).toLowerCase() + first.slice(1);
    const isClause =
      FINITE_DE.has(second) &&
      (new RegExp(`^(?:${PRONOUN}|${ADVERB})$`, 'u').test(lower) || /^\p{Lu}/u.test(first));
    // A capital after a colon that is no noun begins a whole sentence; with `Wenn` its verb stands further on.
    const opens = match[0].startsWith(':') && /^(?:Wenn|Wer|Falls|Da|Weil|Als)$/u.test(first);
    const request = match[0].startsWith(':') && /^\p{Lu}\p{Ll}+n$/u.test(first) && second === 'Sie';
    return (isClause || opens || request) && isWhole(head) ? [cut(text, match, '')] : [];
  });
}

/** `Richten Sie …, und stellen Sie …`: two requests. */
function atRequest(text: string): readonly Cut[] {
  if (!/(?:^|,\s)\p{L}+n Sie(?:\s|$)/iu.test(text) || isOpen(text.split(/\s+und\s+/u)[0] ?? ''))
    return [];
  return [...text.matchAll(/,?\s+und\s+(?=\p{Ll}+n Sie\s)/gu)].flatMap((match) => {
    const head = text.slice(0, match.index);
    return /^\p{Lu}\p{Ll}+n Sie\s/u.test(head) && !isConditional(head)
      ? [cut(text, match, '')]
      : [];
  });
}

function atConjunction(text: string): readonly Cut[] {
  const pattern = new RegExp(
    `,?\\s+(und|aber|doch|denn)\\s+(?=(${PRONOUN}|${ADVERB})\\s+(\\p{L}+)(?!\\p{L}))`,
    'gu',
  );
  return [...text.matchAll(pattern)].flatMap((match) => {
    const [whole, joined = '', subject = '', verb = ''] = match;
    const head = text.slice(0, match.index);
    // The verb in second place shows a main clause, so only the head has to be whole.
    if (!FINITE_DE.has(verb) || isConditional(head) || !mayHaveVerb(head)) return [];
    if (!whole.startsWith(',') && joined !== 'und') return [];
    const plain = cut(text, match, '');
    const pronoun = new RegExp(`^${PRONOUN}$`, 'u').test(subject);
    if (joined === 'und') {
      return pronoun ? [plain, swapped(text, match, { subject, verb, lead: 'Außerdem' })] : [plain];
    }
    if (joined === 'denn') return [keeping(match, 'Denn '), keeping(match, 'Der Grund: ')];
    const first = keeping(match, joined === 'aber' ? 'Aber ' : 'Doch ');
    const other = keeping(match, joined === 'aber' ? 'Doch ' : 'Aber ');
    return pronoun
      ? [first, other, swapped(text, match, { subject, verb, lead: 'Allerdings' })]
      : [first, other];
  });
}

/** Conjunctions whose clause can stand after one of these adverbs, the verb moving to second place. */
const CLAUSE_LEADS: Readonly<Record<string, readonly string[]>> = {
  sodass: ['Deshalb', 'Dadurch', 'So'],
  'so dass': ['Deshalb', 'Dadurch', 'So'],
  wobei: ['Dabei'],
  obwohl: ['Dabei'],
  weshalb: ['Deshalb', 'Darum', 'Daher'],
  weswegen: ['Deshalb', 'Darum', 'Daher'],
  wodurch: ['Dadurch', 'So'],
  womit: ['Damit', 'So'],
  wofür: ['Dafür'],
  wozu: ['Dazu'],
};

function atClause(text: string): readonly Cut[] {
  const pattern =
    /,\s+(sodass|so dass|wobei|obwohl|weshalb|weswegen|wodurch|womit|wofür|wozu|weil)\s+(?=\p{L})/gu;
  return [...text.matchAll(pattern)].flatMap((match) => {
    const conjunction = match[1] ?? '';
    const head = text.slice(0, match.index);
    const clause = /^([^,;:()–—]+?)\s+(\p{L}+)([.!])$/u.exec(after(text, match));
    const [, middle = '', verb = '', mark = ''] = clause ?? [];
    if (clause === null || !MOVABLE_DE.has(verb) || isOpen(head)) return [];
    const start = { start: match.index, end: match.index + match[0].length };
    if (conjunction !== 'weil') {
      return (CLAUSE_LEADS[conjunction] ?? []).map((lead) => ({
        ...start,
        instead: `${lead} `,
        rest: `${verb} ${middle}${mark}`,
      }));
    }
    // `Denn` is followed by the subject; only a pronoun is surely all of it.
    const subject = /^(ich|wir|er|sie|Sie|es|man|ihr)\s+(.+)$/u.exec(middle);
    if (subject === null) return [];
    return ['Denn ', 'Der Grund: '].map((lead) => ({
      ...start,
      instead: lead,
      rest: `${lead === 'Denn ' ? (subject[1] ?? '') : capitalised(subject[1] ?? '')} ${verb} ${subject[2] ?? ''}${mark}`,
    }));
  });
}

/** `…, was dazu führt, dass …`: fixed phrases that can open a sentence. */
function atWas(text: string): readonly Cut[] {
  const phrases: readonly [RegExp, string][] = [
    [/,\s+was\s+dazu\s+führt,\s+dass\s+/gu, 'Das führt dazu, dass '],
    [/,\s+was\s+bedeutet,\s+dass\s+/gu, 'Das bedeutet, dass '],
    [/,\s+was\s+heißt,\s+dass\s+/gu, 'Das heißt, dass '],
    [/,\s+was\s+zeigt,\s+dass\s+/gu, 'Das zeigt, dass '],
  ];
  return phrases.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)]
      .filter((match) => !isOpen(text.slice(0, match.index)))
      .map((match) => keeping(match, instead)),
  );
}

/** Whether the words before a split leave a clause open, so that a full stop there would break or twist it. */
function isOpen(head: string): boolean {
  const words = bare(head);
  return (
    isConditional(words) ||
    SUBORDINATORS_DE.test(words) ||
    /,\s+(?:der|die|das|dem|den)\s/u.test(words) ||
    /[:;]/u.test(words) ||
    !mayHaveVerb(words)
  );
}

/** Whether the sentence begins with a subordinate clause or an aside is still open. */
function isConditional(head: string): boolean {
  const words = bare(head).trim();
  return (
    /^(?:Wenn|Falls|Weil|Da|Um|Als|Sobald|Solange|Obwohl|Während|Nachdem|Bevor|Ob|Damit|Indem|Selbst wenn|Auch wenn|Zwar|Wer|Je)(?!\p{L})/u.test(
      words,
    ) ||
    [...words.matchAll(/\s[–—-]\s/gu)].length % 2 === 1 ||
    /(?<!\p{L})(?:wenn|falls|ob|zwar|entweder|weder|sowohl|nicht nur)(?!\p{L})[^,]*$/u.test(words)
  );
}

/** Whether the words before a mark are a sentence: a leading `Wenn …` needs its main clause. */
function isWhole(head: string): boolean {
  const words = bare(head).trim();
  if (!/^(?:Selbst|Auch|Egal|Wenn|Falls|Ob|Weil|Als|Da|Obwohl)(?!\p{L})/u.test(words))
    return hasVerb(head);
  return [...words.matchAll(/,\s+(\p{L}+)/gu)].some((match) => FINITE_DE.has(match[1] ?? ''));
}

function hasVerb(text: string): boolean {
  return (
    (bare(text).match(/\p{L}+/gu) ?? []).some((word) => FINITE_DE.has(word.toLowerCase())) ||
    /^\s*\p{Lu}\p{Ll}+n Sie\s/u.test(text)
  );
}

/** Whether some word may be a verb by its ending. */
function mayHaveVerb(text: string): boolean {
  return hasVerb(text) || /(?<!\p{L})\p{Ll}{3,}(?:e?n|t|te|ten)(?!\p{L})/u.test(bare(text));
}

function bare(head: string): string {
  return head.replace(/`[^`]*`/gu, 'x').replace(/\]\([^)]*\)/gu, ']');
}

function cut(text: string, match: RegExpExecArray, lead: string): Cut {
  const end = match.index + match[0].length;
  const first = Array.from(text.slice(end))[0] ?? '';
  return { start: match.index, end: end + first.length, instead: lead + capitalised(first) };
}

function keeping(match: RegExpExecArray, instead: string): Cut {
  return { start: match.index, end: match.index + match[0].length, instead };
}

/** `…, aber wir haben` → `Allerdings haben wir`. */
function swapped(
  text: string,
  match: RegExpExecArray,
  words: { subject: string; verb: string; lead: string },
): Cut {
  const end = match.index + match[0].length;
  const clause = text.slice(end).search(new RegExp(`${words.verb}(?!\\p{L})`, 'u'));
  return {
    start: match.index,
    end: end + clause + words.verb.length,
    instead: `${words.lead} ${words.verb} ${words.subject}`,
  };
}

function after(text: string, match: RegExpExecArray): string {
  return text.slice(match.index + match[0].length);
}
