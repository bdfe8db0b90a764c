import { capitalised } from './finding.ts';
import type { Cut } from './cut.ts';
import { FINITE_EN, PRONOUNS_EN, SUBORDINATORS } from './word-lists.ts';

const NOUN_PHRASE =
  "(?:the|a|an|our|your|their|its|my|his|her|some|many|most|all|both|each)\\s+(?:[\\w’'-]+\\s+){0,2}[\\w’'-]+";
/** A clause that begins with its subject and verb. */
const MAIN_CLAUSE = `(?:${PRONOUNS_EN}(?:[’'](?:s|re|ll|ve|d|m))?\\s+\\w|(?:${NOUN_PHRASE})\\s+${FINITE_EN}\\b)`;

const CONNECTORS: Readonly<Record<string, readonly string[]>> = {
  and: [''],
  but: ['But ', 'However, ', 'Still, '],
  so: ['So ', 'Therefore, ', 'As a result, '],
  yet: ['Yet ', 'Still, ', 'However, '],
};

/** Where an English sentence may be divided: a semicolon, a joined main clause, a sentence-final `which` or `because`. */
export function cutsEn(text: string): readonly Cut[] {
  return [...atSemicolon(text), ...atConjunction(text), ...atWhich(text), ...atBecause(text)];
}

function atSemicolon(text: string): readonly Cut[] {
  const found = [...text.matchAll(/;\s+(?=\p{L})/gu)];
  // Several of them divide a list, not a thought.
  if (found.length !== 1) return [];
  return found
    .filter((match) => !/^(?:and|or|but|nor)\b/iu.test(after(text, match)))
    .map((match) => cut(text, match, ''));
}

function atConjunction(text: string): readonly Cut[] {
  const pattern = new RegExp(`,?\\s+(and|but|so|yet)\\s+(?=${MAIN_CLAUSE})`, 'gu');
  return [...text.matchAll(pattern)].flatMap((match) => {
    const joined = match[1] ?? '';
    const head = text.slice(0, match.index);
    const comma = match[0].startsWith(',');
    // Without a comma only a pronoun is a sure sign of a new clause, and `so` may mean `so that`.
    if (
      !comma &&
      (joined !== 'and' || !new RegExp(`^(?:I|we|they|he|she|it)\\s`, 'u').test(after(text, match)))
    )
      return [];
    if (
      isOpen(head) ||
      /^(?:so|and|but)\s+that\b/iu.test(text.slice(match.index).replace(/^,?\s+/u, ''))
    )
      return [];
    return (CONNECTORS[joined] ?? []).map((connector) => cut(text, match, connector));
  });
}

function atWhich(text: string): readonly Cut[] {
  const pattern =
    /,\s+which\s+(?=(?:means|makes|made|allows|allowed|gives|gave|leads|led|lets|helps|helped|enables|causes|caused|requires|ensures|shows|is why|is because|results|in turn)\b)/gu;
  return [...text.matchAll(pattern)].flatMap((match) => {
    const head = text.slice(0, match.index);
    return isOpen(head) ? [] : [cut(text, match, 'This '), cut(text, match, 'That ')];
  });
}

function atBecause(text: string): readonly Cut[] {
  const pattern = new RegExp(`,?\\s+because\\s+(?=${MAIN_CLAUSE})`, 'gu');
  return [...text.matchAll(pattern)].flatMap((match) => {
    const head = text.slice(0, match.index);
    const negated =
      /\b(?:not|n[’']t|never|only|just|simply|partly|mainly|mostly|largely|especially|probably|or|and|but|is|was)\s*$/iu;
    if (isOpen(head) || negated.test(head) || /(?:\bnot\b|n[’']t\b)/iu.test(head)) return [];
    return [cut(text, match, 'The reason is that '), cut(text, match, 'That is because ')];
  });
}

/** Whether the words before a split leave a clause open, so that a full stop there would break or twist it. */
function isOpen(head: string): boolean {
  const bare = head.replace(/`[^`]*`/gu, 'x').replace(/\]\([^)]*\)/gu, ']');
  return (
    SUBORDINATORS.en.test(bare) ||
    /^(?:to|for|with|by|in|on|at|as|from|despite|due|instead|rather|like|during|let|let's|not|here)\b/iu.test(
      bare.trim(),
    ) ||
    /[:–—]/u.test(bare) ||
    /\w+ing\b[^,]*$/iu.test(bare.trim().split(/\s+/u).slice(0, 1).join(' '))
  );
}

function cut(text: string, match: RegExpExecArray, connector: string): Cut {
  const end = match.index + match[0].length;
  if (connector !== '') {
    // The next word loses a capital only when it never had one of its own, so it stays as it is.
    return { start: match.index, end, instead: connector };
  }
  const first = Array.from(text.slice(end))[0] ?? '';
  return { start: match.index, end: end + first.length, instead: capitalised(first) };
}

function after(text: string, match: RegExpExecArray): string {
  return text.slice(match.index + match[0].length);
}
