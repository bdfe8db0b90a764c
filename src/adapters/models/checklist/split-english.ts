import type { Cut } from './cut.ts';
import { capitalised } from './finding.ts';
import { CONDITIONS_EN, FINITE_EN, PRONOUNS_EN, RELATIVES_EN, REPORTING_EN } from './word-lists.ts';

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

/**
 * Where an English sentence may be divided: at a semicolon, colon or dash before a main clause, before a joined main
 * clause, before a sentence-final `which` or `because`.
 */
export function cutsEn(text: string): readonly Cut[] {
  return [...atMark(text), ...atConjunction(text), ...atWhich(text), ...atBecause(text)];
}

function atMark(text: string): readonly Cut[] {
  const marks = [...text.matchAll(/;\s+|:\s+|\s+[–—-]\s+/gu)];
  // Several of them frame an aside or divide a list, not a thought.
  if (marks.length !== 1) return [];
  return marks.flatMap((match) => {
    const clause = text.slice(match.index + match[0].length);
    const isClause = new RegExp(`^${MAIN_CLAUSE}`, 'iu').test(clause);
    const head = text.slice(0, match.index);
    return isClause && hasSubjectAndVerb(head) ? [cut(text, match, '')] : [];
  });
}

function atConjunction(text: string): readonly Cut[] {
  const pattern = new RegExp(`,?\\s+(and|but|so|yet)\\s+(?=${MAIN_CLAUSE})`, 'gu');
  return [...text.matchAll(pattern)].flatMap((match) => {
    const joined = match[1] ?? '';
    const head = text.slice(0, match.index);
    const clause = text.slice(match.index + match[0].length);
    // Without a comma only a pronoun is a sure sign of a new clause, and `so` may mean `so that`.
    const pronoun = /^(?:I|we|they|he|she|it)\s/u.test(clause);
    if (
      !match[0].startsWith(',') &&
      (joined !== 'and' || !pronoun || RELATIVES_EN.test(bare(head)))
    ) {
      return [];
    }
    // `so you can` tells a purpose, which a full stop would turn into a result.
    const purpose = joined === 'so' && /^\w+\s+(?:can|could|may|might)\b/u.test(clause);
    if (isOpen(head) || purpose || /^(?:that|if|when|as|far)\b/iu.test(clause)) return [];
    return (CONNECTORS[joined] ?? []).map((connector) => cut(text, match, connector));
  });
}

function atWhich(text: string): readonly Cut[] {
  const pattern =
    /,\s+which\s+(?=(?:means|makes|made|allows|allowed|gives|gave|leads|led|lets|helps|helped|enables|causes|caused|requires|ensures|shows|is why|is because|results|in turn)\b)/gu;
  return [...text.matchAll(pattern)].flatMap((match) => {
    const head = text.slice(0, match.index);
    return isOpen(head) || RELATIVES_EN.test(bare(head))
      ? []
      : [cut(text, match, 'This '), cut(text, match, 'That ')];
  });
}

function atBecause(text: string): readonly Cut[] {
  const pattern = new RegExp(`,?\\s+because\\s+(?=${MAIN_CLAUSE})`, 'gu');
  return [...text.matchAll(pattern)].flatMap((match) => {
    const head = text.slice(0, match.index);
    const leaning =
      /\b(?:only|just|simply|partly|mainly|mostly|largely|especially|probably|or|and|but|is|was|are|were)\s*$/iu;
    const negated = /(?:\bnot\b|\bnever\b|n[’']t\b)/iu;
    if (isOpen(head) || RELATIVES_EN.test(bare(head)) || leaning.test(head) || negated.test(head)) {
      return [];
    }
    return [cut(text, match, 'The reason is that '), cut(text, match, 'That is because ')];
  });
}

/** Whether the words before a split leave a clause open, so that a full stop there would break or twist it. */
function isOpen(head: string): boolean {
  const words = bare(head).trim();
  return (
    CONDITIONS_EN.test(words) ||
    REPORTING_EN.test(words) ||
    /^(?:to|for|with|by|despite|due|instead|rather|like|during|let|let's|not|given|provided|assuming|now that|\w+ing)\b/iu.test(
      words,
    ) ||
    /[:;]|\s[–—-]\s/u.test(words)
  );
}

function hasSubjectAndVerb(text: string): boolean {
  const words = bare(text);
  return (
    new RegExp(`\\b${FINITE_EN}\\b`, 'iu').test(words) ||
    new RegExp(`\\b(?:I|we|you|he|she|it|they)\\s+\\w`, 'iu').test(words)
  );
}

/** A head without code and addresses, whose words say nothing about the clause. */
function bare(head: string): string {
  return head.replace(/`[^`]*`/gu, 'x').replace(/\]\([^)]*\)/gu, ']');
}

function cut(text: string, match: RegExpExecArray, connector: string): Cut {
  const end = match.index + match[0].length;
  // A connector comes in front of a word that keeps its case.
  if (connector !== '') return { start: match.index, end, instead: connector };
  const first = Array.from(text.slice(end))[0] ?? '';
  return { start: match.index, end: end + first.length, instead: capitalised(first) };
}
