import type { PageContent, PageTree, ReferenceRecord } from '../../../content/index.ts';
import { languageOf } from './finding.ts';
import { readableName } from './names.ts';
import { pagesOf } from './titles.ts';

/** Where a link leads, in words. `title` is a title someone wrote; `words` are words of the address; one of them or the host. */
export interface TargetName {
  readonly kind: 'page' | 'section' | 'site' | 'issue';
  readonly title: string | null;
  readonly words: string | null;
  readonly host: string | null;
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
