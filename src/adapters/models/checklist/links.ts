import type {
  ContentElement,
  PageContent,
  PageTree,
  ReferenceRecord,
} from '../../../content/index.ts';
import { capitalised, finding, languageOf, type Finding } from './finding.ts';
import { readInline, visibleText, type InlineReference, type InlineText } from './inline-text.ts';
import { readableName } from './names.ts';
import { pagesOf, quoted } from './titles.ts';

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

/** Where a link leads, in words. `title` is a title someone wrote; `words` are words of the address; one of them or the host. */
interface TargetName {
  readonly kind: 'page' | 'section' | 'site' | 'issue';
  readonly title: string | null;
  readonly words: string | null;
  readonly host: string | null;
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

/** What a link's target is called, from the page tree, the page's own headings or the address; `null` when nothing says it. */
export function nameOfTarget(
  link: ReferenceRecord,
  page: PageContent,
  tree: PageTree,
): TargetName | null {
  const { target } = link;
  const title = link.fields['title']?.trim() ?? '';
  if (/^(?:mailto|tel|javascript|data):|[{}]/iu.test(target)) return null;
  if (target.startsWith('#')) {
    const heading = page.elements.find(
      (element) =>
        element.kind === 'heading' && slug(element.text) === target.slice(1).toLowerCase(),
    );
    return heading === undefined
      ? null
      : { kind: 'section', title: heading.text.trim(), words: null, host: null };
  }
  const external = /^(?:https?:)?\/\/([^/?#]+)([^?#]*)/iu.exec(target);
  if (external !== null) return externalName(external, title, page.page.language);
  const node = pageAt(target, page, tree);
  const found = title !== '' ? title : (node?.title ?? null);
  return found === null ? null : { kind: 'page', title: found, words: null, host: null };
}

function externalName(match: RegExpExecArray, title: string, language: string): TargetName {
  const host = (match[1] ?? '').replace(/^www\./u, '');
  const path = match[2] ?? '';
  const issue = /^\/([\w.-]+\/[\w.-]+)\/(issues|pull|discussions)\/(\d+)/u.exec(path);
  if (host === 'github.com' && issue !== null) {
    const de = languageOf(language) === 'de';
    const kinds = de
      ? { issues: 'Ticket', pull: 'Pull-Request', discussions: 'Diskussion' }
      : { issues: 'issue', pull: 'pull request', discussions: 'discussion' };
    const kind = kinds[issue[2] as keyof typeof kinds];
    return {
      kind: 'issue',
      title: `${kind} ${issue[3] ?? ''} ${de ? 'von' : 'of'} ${issue[1] ?? ''}`,
      words: null,
      host: null,
    };
  }
  const name = readableName(path, language);
  const telling = name !== null && name.split(' ').length >= 2 && Array.from(name).length <= 60;
  return {
    kind: 'site',
    title: title === '' ? null : title,
    words: telling ? name : null,
    host,
  };
}

function pageAt(target: string, page: PageContent, tree: PageTree): { title: string } | null {
  const wanted = target.startsWith('/')
    ? normalised(target)
    : normalised(resolved(page.page.path, target));
  const nodes = pagesOf(tree).filter((node) => node.uid !== page.page.uid && node.title !== '');
  const exact = nodes.filter((node) => normalised(node.path) === wanted);
  const last = wanted.split('/').at(-1) ?? '';
  const close =
    last === '' ? [] : nodes.filter((node) => normalised(node.path).split('/').at(-1) === last);
  const same = (candidates: typeof nodes) =>
    candidates.filter((node) => node.language === page.page.language);
  for (const candidates of [exact, same(close), close]) {
    if (candidates.length === 1) return candidates[0] ?? null;
  }
  return null;
}

function resolved(from: string, target: string): string {
  const parts = from.split('/').slice(0, -1);
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

function normalised(path: string): string {
  return path
    .replace(/[?#].*$/su, '')
    .replace(/\.(?:mdx?|markdown|html?)$/iu, '')
    .replace(/(?:^|\/)_?index$/iu, '')
    .replace(/^\/+|\/+$/gu, '')
    .toLowerCase();
}

function slug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .trim()
    .replace(/\s+/gu, '-');
}

/** For a link in an element without a field of its own (a list): what stands before it there. */
function textBeforeIn(element: ContentElement | undefined, text: string): string {
  const at = element?.text.indexOf(text) ?? -1;
  return element === undefined || at < 0 ? '' : element.text.slice(0, at).trimEnd();
}

function fitCase(words: string, original: string): string {
  return /^\p{Lu}/u.test(original) ? capitalised(words) : words;
}
