import type {
  ContentElement,
  PageContent,
  PageTree,
  ReferenceRecord,
} from '../../../content/index.ts';
import { capitalised, finding, languageOf, type Finding } from './finding.ts';
import { readInline, visibleText, type InlineReference, type InlineText } from './inline-text.ts';
import { nameOfTarget, type TargetName } from './link-targets.ts';
import { quoted } from './titles.ts';

/** How a vague link text sits in its sentence; each role takes another form of the same words. */
type Role = 'here' | 'this' | 'more' | 'click';

const VAGUE: Readonly<Record<string, Role>> = {
  here: 'here',
  'over here': 'here',
  hier: 'here',
  this: 'this',
  'this link': 'this',
  'this page': 'this',
  link: 'this',
  'dieser link': 'this',
  'diesen link': 'this',
  'diesem link': 'this',
  more: 'more',
  'read more': 'more',
  'learn more': 'more',
  'see more': 'more',
  'find out more': 'more',
  'more info': 'more',
  'more information': 'more',
  mehr: 'more',
  'mehr lesen': 'more',
  'mehr erfahren': 'more',
  'mehr dazu': 'more',
  weiterlesen: 'more',
  'mehr infos': 'more',
  'weitere informationen': 'more',
  'mehr informationen': 'more',
  'click here': 'click',
  'klicken sie hier': 'click',
  'klick hier': 'click',
  'hier klicken': 'click',
};

export function linkTextsVague(page: PageContent, tree: PageTree): readonly Finding[] {
  const language = languageOf(page.page.language);
  return page.references.flatMap((link) => {
    if (link.kind !== 'link') return [];
    const text = (link.fields['text'] ?? '').replace(/[*_`]/gu, '').replace(/\s+/gu, ' ').trim();
    const role = VAGUE[text.toLowerCase().replace(/[\s.…!»>→]+$/u, '')];
    if (role === undefined) return [];
    const place = nameOfTarget(link, page, tree);
    const proposals =
      place === null || (language !== 'en' && language !== 'de')
        ? null
        : proposalsFor({ link, role, text, place, page });
    return [
      finding({
        check: 'link-text-vague',
        record: proposals?.record ?? { table: 'references', uid: link.uid },
        field:
          page.page.readOnly === null && proposals !== null && proposals.variants.length > 0
            ? 'text'
            : null,
        place: String(link.uid),
        element: link.element,
        present: proposals?.present ?? link.fields['text'] ?? null,
        variants: proposals?.variants ?? [],
        quote: text,
      }),
    ];
  });
}

interface Place {
  readonly link: ReferenceRecord;
  readonly role: Role;
  readonly text: string;
  readonly place: TargetName;
  readonly page: PageContent;
}

interface Proposals {
  readonly record: { table: string; uid: number };
  readonly present: string;
  readonly variants: readonly string[];
}

function proposalsFor(at: Place): Proposals | null {
  const element = at.page.elements.find((candidate) => candidate.uid === at.link.element);
  const inline = readInline(element?.fields['text'] ?? '');
  const nth = at.page.references
    .filter((reference) => reference.element === at.link.element)
    .findIndex((reference) => reference.uid === at.link.uid);
  const own = inline?.references[nth];
  const before =
    inline === null || own === undefined || element === undefined
      ? textBeforeIn(element, at.text)
      : visibleText(inline, 0, own.start);
  const whole = element !== undefined && inline !== null && own !== undefined;
  const click = /(?:^|\s)(?:click|klicken sie|klick|klicke)$/iu.exec(before);
  if (at.role === 'here' && click !== null) {
    return whole ? rewriteClick({ element, inline, own, click: click[0].trim() }, at) : null;
  }
  if (!at.link.editableFields.includes('text')) return null;
  return {
    record: { table: 'references', uid: at.link.uid },
    present: at.link.fields['text'] ?? '',
    variants: wordings(at, before).map((words) => fitCase(words, at.text)),
  };
}

/** `Click [here](x)`: the verb joins the link, which only a change of the whole element can do. */
function rewriteClick(
  where: { element: ContentElement; inline: InlineText; own: InlineReference; click: string },
  at: Place,
): Proposals | null {
  const { element, inline, own, click } = where;
  const { source } = inline;
  const text = own.text;
  const start = source.slice(0, own.start).search(/\S+(?:\s+sie)?\s*$/iu);
  const verb = source.slice(Math.max(0, start), own.start).trim();
  if (text === null || verb.toLowerCase() !== click.toLowerCase()) return null;
  return {
    record: { table: 'content', uid: element.uid },
    present: element.fields['text'] ?? '',
    variants: wordings({ ...at, role: 'click' }, '').map(
      (words) =>
        source.slice(0, start) +
        source.slice(own.start, text.start) +
        fitCase(words, verb) +
        source.slice(text.end),
    ),
  };
}

/** The words that lead to a place, in the form its role and the words before ask for; best first. */
function wordings({ role, place, page, text }: Place, before: string): readonly string[] {
  const de = languageOf(page.page.language) === 'de';
  const noun = nounsOf(place, de, page.page.language);
  const leads = noun.map((form) => form.noun);
  const bare = noun.map((form) => form.bare);
  const adverbial = noun.map((form) => form.adverbial);
  if (role === 'more') return moreWordings({ text, de, adverbial, bare });
  if (role === 'click') {
    const polite = /klick(?:e?)(?:\s+hier)?$/iu.test(text) && !/hier klicken/iu.test(text);
    if (!de) return leads.map((form) => `open ${form}`);
    if (/^hier klicken$/iu.test(text)) return leads.map((form) => `${form} öffnen`);
    return leads.map((form) => (polite ? `öffne ${form}` : `öffnen Sie ${form}`));
  }
  const last = /(\p{L}+)\s*$/u.exec(before)?.[1]?.toLowerCase() ?? '';
  if (/^(?:see|read|visit|check|view|use|open|siehe|s)$/u.test(last)) return [...leads, ...bare];
  const preposition =
    /^(?:in|at|on|from|via|under|to|with|by|of|over|von|in|aus|bei|nach|zu|unter|über|auf|mit|ab|bis)$/u;
  if (preposition.test(last)) return role === 'this' && !de ? [...leads, ...bare] : bare;
  if (role === 'this') return de ? bare : [...leads, ...bare];
  return adverbial;
}

function moreWordings(words: {
  text: string;
  de: boolean;
  adverbial: readonly string[];
  bare: readonly string[];
}): readonly string[] {
  const lead = words.text.replace(/[\s.…!»>→]+$/u, '').toLowerCase();
  const first = words.adverbial[0];
  const bare = words.bare[0];
  if (first === undefined || bare === undefined) return [];
  return [`${lead} ${first}`, `${lead}: ${bare}`, bare];
}

interface Forms {
  readonly noun: string;
  readonly bare: string;
  readonly adverbial: string;
}

function nounsOf(place: TargetName, de: boolean, language: string): readonly Forms[] {
  const { kind, host } = place;
  const title = place.title ?? place.words;
  const forms: Forms[] = [];
  if (kind === 'issue' && title !== null) {
    return [
      { noun: title, bare: title, adverbial: `in ${title}` },
      {
        noun: `${title} on GitHub`,
        bare: `${title} (GitHub)`,
        adverbial: `${de ? 'auf' : 'on'} GitHub (${title})`,
      },
    ];
  }
  if (title !== null) {
    const name = quoted(title, language);
    const [article, noun, at] =
      kind === 'section'
        ? de
          ? ['den', 'Abschnitt', 'im']
          : ['the', 'section', 'in the']
        : de
          ? ['die', 'Seite', 'auf der']
          : ['the', 'page', 'on the'];
    forms.push({
      noun: `${article} ${noun} ${name}`,
      bare: name,
      adverbial: `${at} ${noun} ${name}`,
    });
    forms.push(
      host === null
        ? {
            noun: `${article} ${noun} ${name}`,
            bare: name,
            adverbial: de ? `unter ${name}` : `under ${name}`,
          }
        : {
            noun: `${name} (${host})`,
            bare: `${name} (${host})`,
            adverbial: de ? `unter ${name} auf ${host}` : `under ${name} at ${host}`,
          },
    );
  }
  if (host !== null) {
    forms.push({ noun: host, bare: host, adverbial: de ? `auf ${host}` : `at ${host}` });
  }
  return forms;
}

/** For a link in an element without a field of its own (a list): what stands before it there. */
function textBeforeIn(element: ContentElement | undefined, text: string): string {
  const at = element?.text.indexOf(text) ?? -1;
  return element === undefined || at < 0 ? '' : element.text.slice(0, at).trimEnd();
}

function fitCase(words: string, original: string): string {
  return /^\p{Lu}/u.test(original) ? capitalised(words) : words;
}
