import type { PageContent, PageTree } from '../../../content/index.ts';
import { finding, languageOf, lengthOf, phrase, type Finding } from './finding.ts';
import { wordsOf } from './inline-text.ts';
import { plainSentences } from './sentences.ts';
import { editable, folded, pagesOf, top } from './titles.ts';

/** Search engines cut descriptions here. In characters. */
export const DESCRIPTION_LIMIT = 155;
/** Shorter ones say too little to be worth a proposal. */
const DESCRIPTION_MINIMUM = 50;

/** Names under which generators keep a description, the usual one first. */
const FIELDS = ['description', 'summary', 'excerpt'] as const;

export function descriptionMissing(page: PageContent): Finding | null {
  if (presentField(page) !== null) return null;
  const field = FIELDS.find((name) => editable(page, name) !== null) ?? null;
  return finding({
    check: 'description-missing',
    record: { table: 'pages', uid: page.page.uid },
    field,
    element: top(page),
    present: field === null ? null : (page.page.fields[field] ?? null),
    variants: standingAlone(descriptionsFrom(page), page).slice(0, 4),
  });
}

export function descriptionTooLong(page: PageContent): Finding | null {
  const field = presentField(page);
  const present = field === null ? '' : (page.page.fields[field] ?? '').trim();
  if (field === null || lengthOf(present) <= DESCRIPTION_LIMIT) return null;
  return finding({
    check: 'description-too-long',
    record: { table: 'pages', uid: page.page.uid },
    field: editable(page, field),
    element: top(page),
    present,
    variants: standingAlone(
      [...shorterDescriptions(present), ...descriptionsFrom(page)],
      page,
    ).slice(0, 4),
    count: lengthOf(present),
  });
}

export function descriptionDuplicate(page: PageContent, tree: PageTree): Finding | null {
  const field = presentField(page);
  const present = field === null ? '' : (page.page.fields[field] ?? '').trim();
  const taken = new Set(
    pagesOf(tree)
      .filter((node) => node.uid !== page.page.uid)
      .map((node) => folded(node.description ?? '')),
  );
  if (field === null || present === '' || !taken.has(folded(present))) return null;
  return finding({
    check: 'description-duplicate',
    record: { table: 'pages', uid: page.page.uid },
    field: editable(page, field),
    element: top(page),
    present,
    variants: standingAlone(
      descriptionsFrom(page).filter((candidate) => !taken.has(folded(candidate))),
      page,
    ).slice(0, 4),
  });
}

/** Descriptions a page's own text gives: its first good sentences, those of later paragraphs, its headings. */
export function descriptionsFrom(page: PageContent): readonly string[] {
  const language = languageOf(page.page.language);
  const paragraphs = page.elements
    .filter((element) => element.kind === 'paragraph' && isProse(element.text, element.source))
    .map((element) => plainSentences(element.text.replace(/\s+/gu, ' ')));
  const candidates: string[] = [];
  for (const sentences of paragraphs) {
    const first = sentences.findIndex((sentence) => canOpen(sentence, language));
    const packed = first < 0 ? '' : pack(sentences.slice(first));
    if (lengthOf(packed) >= DESCRIPTION_MINIMUM) candidates.push(packed);
    if (candidates.length === 6) break;
  }
  // What leans on text before it comes last; the first paragraph is what the page is about, so ties keep their order.
  const opening = candidates.at(0);
  const weight = (text: string) => Number(text !== opening && leansBack(text));
  candidates.sort((a, b) => weight(a) - weight(b));
  candidates.splice(3);
  const headings = fromHeadings(page);
  if (headings !== null) candidates.splice(Math.min(2, candidates.length), 0, headings);
  const long = paragraphs
    .flatMap((sentences) => sentences.slice(0, 1))
    .find((sentence) => lengthOf(sentence) > DESCRIPTION_LIMIT && startsWell(sentence, language));
  const cut = long === undefined ? null : cutAtWord(long);
  if (cut !== null) candidates.push(cut);
  return candidates;
}

/** Shorter forms of a description: its whole sentences that fit, then the first one cut at a clause or a word. */
function shorterDescriptions(text: string): readonly string[] {
  const sentences = plainSentences(text.replace(/\s+/gu, ' '));
  const packed = pack(sentences);
  const rest = pack(sentences.slice(1));
  const cut = cutAtWord(text.replace(/\s+/gu, ' '));
  return [packed, rest, cut ?? ''].filter((part) => lengthOf(part) >= DESCRIPTION_MINIMUM);
}

/** As many consecutive sentences from the first as fit. */
function pack(sentences: readonly string[]): string {
  let text = '';
  for (const sentence of sentences) {
    const next = text === '' ? sentence : `${text} ${sentence}`;
    if (lengthOf(next) > DESCRIPTION_LIMIT || !isWhole(sentence)) break;
    text = next;
  }
  return text;
}

function cutAtWord(text: string): string | null {
  const room = Array.from(text)
    .slice(0, DESCRIPTION_LIMIT - 1)
    .join('');
  let kept = room.slice(0, room.lastIndexOf(' '));
  const clause = Math.max(kept.lastIndexOf(', '), kept.lastIndexOf(' – '), kept.lastIndexOf('; '));
  if (clause >= 90) kept = kept.slice(0, clause);
  while (/\s(?:\p{L}{1,3}|[^\p{L}\p{N}]+|with|from|that|eine?[nrms]?)$/u.test(kept)) {
    kept = kept.slice(0, kept.lastIndexOf(' '));
  }
  kept = kept.replace(/[\s,;:–—(-]+$/u, '');
  const opened = (kept.match(/[(„“"]/gu)?.length ?? 0) - (kept.match(/[)”"]/gu)?.length ?? 0);
  return lengthOf(kept) < 60 || opened > 0 ? null : `${kept}…`;
}

function fromHeadings(page: PageContent): string | null {
  const title = page.page.title.replace(/\s+/gu, ' ').trim();
  const level = page.elements.some((element) => element.level === 2) ? 2 : 3;
  const headings = page.elements
    .filter((element) => element.level === level)
    .map((element) =>
      element.text
        .replace(/\s+/gu, ' ')
        .replace(/[.:]+$/u, '')
        .trim(),
    )
    .filter((text) => text !== '' && !/[?!{<]/u.test(text) && wordsOf(text).length <= 8);
  if (title === '' || /[:–]/u.test(title) || headings.length < 2) return null;
  const and = phrase(page.page.language, { en: ' and ', de: ' und ', other: ', ' });
  for (let count = Math.min(headings.length, 5); count >= 2; count -= 1) {
    const chosen = headings.slice(0, count);
    const list = `${chosen.slice(0, -1).join(', ')}${and}${chosen.at(-1) ?? ''}`;
    const text = `${title}: ${list}.`;
    if (lengthOf(text) <= DESCRIPTION_LIMIT && lengthOf(text) >= DESCRIPTION_MINIMUM) return text;
  }
  return null;
}

function presentField(page: PageContent): string | null {
  return FIELDS.find((name) => (page.page.fields[name] ?? '').trim() !== '') ?? null;
}

/** Text for readers: no short code, no markup a description would show, no sentence that only leads on to a list. */
function isProse(text: string, source: string): boolean {
  return (
    !/\{\{|\{%|:::|<[a-z/!]|\||^\s*import\s/u.test(source) &&
    !/^(?:note|tip|warning|tl;dr|update|edit|hinweis|achtung|tipp)\b/iu.test(text) &&
    // A whole paragraph in emphasis is the caption of a picture or an aside.
    !/^([*_])(?!\1)[^*_]+\1$/u.test(source.trim())
  );
}

/** Whether a sentence can stand alone as text for somebody who has not seen the page. */
function isWhole(sentence: string): boolean {
  return (
    /[.!?…][”"“)]?$/u.test(sentence) &&
    !/https?:|\]\[|[`*_[\]{}<>#|@]/u.test(sentence) &&
    !/\b(?:below|above|following|click|here|this (?:post|section|figure|table|list|page|release|article)|unten|oben|folgende[nrms]?|hier|klick\w*|s\.\s?o\.)\b/iu.test(
      sentence,
    )
  );
}

const LEADS_BACK_EN =
  /^(?:this|that|these|those|it|its|they|their|he|she|his|her|but|and|so|or|however|therefore|also|for example|for instance|then|yet|still|instead|in addition|as such|such|if not|thanks|hello|hi|hey|welcome|today|yesterday|last|earlier|recently|i|i'm|i've|my|here|there|because|which|both|first|second|finally|again|note|let['’]s|why|what|how|now|no|yes|as (?:you|we|always|with|usual|it)|if you|remember|put|thanks|many thanks|while it|while this)\b/iu;
const LEADS_BACK_DE =
  /^(?:dies\w*|das|es|er|sie|ihre?|aber|und|oder|doch|jedoch|daher|deshalb|darum|also|dann|zudem|außerdem|auch|hallo|heute|gestern|hier|dort|da|dabei|damit|dazu|davon|so|allerdings|zum beispiel|z\.\s?b\.|trotzdem|denn|beide|erstens|zweitens|schließlich|zuletzt|ich|mein\w*|warum|wieso|was|wie|wenn sie|nun|nein)(?![\p{L}])/iu;

/** First words that stand for something said before. `this guide` names the page itself. */
const DANGLING_EN =
  /^(?:it|its|they|their|he|she|his|her|this(?! (?:site|guide|tutorial|course|website)\b)|these|those|but|so|and|then|there)\b/iu;
/** `Das` is a pronoun before a verb, an article before a noun or an adjective (which ends in -e). */
const DANGLING_DE =
  /^(?:(?:es|sie|er|dies|diese[rsnm]?|aber|und|dann|dort|so)(?!\p{L})|[Dd]as (?:hatte|wurde|würde|sollte|konnte|könnte|machte|habe|heute|(?!\p{Ll}+e\s)\p{Ll}+)\s)/u;

/** Leaves out candidates whose first word needs a sentence before it, unless there are only such. */
function standingAlone(candidates: readonly string[], page: PageContent): readonly string[] {
  const german = languageOf(page.page.language) === 'de';
  const whole = candidates.filter(
    (text) =>
      !(german
        ? DANGLING_DE.test(text.slice(0, 1).toLowerCase() + text.slice(1))
        : DANGLING_EN.test(text)),
  );
  return whole.length === 0 ? candidates : whole;
}

function startsWell(sentence: string, language: string): boolean {
  return !(language === 'de' ? LEADS_BACK_DE : LEADS_BACK_EN).test(sentence);
}

function leansBack(text: string): boolean {
  return /\b(?:this|these|those|it|they|them|above|also|diese[rsnm]?|dieser|es|dies|auch|jene[rsnm]?)\b/iu.test(
    text.replace(
      /\b(?:this|dieser?|diese[ms]) (?:site|guide|tutorial|course|website|anleitung|website)\b/giu,
      '',
    ),
  );
}

function canOpen(sentence: string, language: string): boolean {
  const words = wordsOf(sentence).length;
  return (
    words >= 6 &&
    /^["“„(]?\p{Lu}/u.test(sentence) &&
    lengthOf(sentence) <= DESCRIPTION_LIMIT &&
    isWhole(sentence) &&
    startsWell(sentence, language)
  );
}
