import type { FieldChange } from '../../../contracts/index.ts';
import { sha256Hex } from '../../../base/index.ts';
import type { FieldValue, Localised, OmittedPart } from '../../../content/index.ts';
import { encode } from '../decode.ts';
import { LANGUAGE_KEYS, languageCode, languageSuffix } from '../site/languages.ts';
import { pageFieldLabel } from '../site/page-fields.ts';
import { languageOf, titleOf } from '../site/site.ts';
import { fileRefused, newPlaceProblem, type FileContext } from './file-context.ts';
import type { FileChange, FileDraftResult } from './file-draft.ts';
import { lineEndOfPage, newFrontMatter, slugOf, withFrontMatter } from './new-file.ts';
import type { LoadedPage } from './pages.ts';
import { ACTIONS } from './structure-words.ts';

/** Keys a site may keep the title of its navigation under. */
const NAV_KEYS = ['nav_title', 'navTitle', 'linkTitle', 'sidebar_label', 'shortTitle'];

type Entry = readonly [string, FieldValue];

/** A page beside or below another one, hidden until it is published. */
export function draftNewPage(
  context: FileContext,
  parent: LoadedPage,
  change: Extract<FileChange, { kind: 'create_page_draft' }>,
): FileDraftResult {
  const { state } = context;
  const { profile } = state;
  const { path, front } = parent.page;
  const title = change.title.trim();
  if (title === '' || title.length > 255 || /\p{C}/u.test(title)) {
    return fileRefused({
      code: 'value_invalid',
      message: 'A title is one line of 1 to 255 characters.',
    });
  }
  if (path.split('/').includes('_posts')) {
    return fileRefused({
      code: 'unsupported',
      message: 'The name of a post holds its date; make it where the posts are written.',
    });
  }
  const folder = path.split('/').slice(0, -1);
  const suffix = languageSuffix(path);
  const ending = `${suffix === null ? '' : `.${suffix}`}${extensionOf(path)}`;
  const newPath = [...folder, `${slugOf(title)}${ending}`].join('/');
  const language = languageOf(path, front.data, state);
  const languageKeys = front.keys.filter((key) => LANGUAGE_KEYS.includes(key));
  const navKey = front.keys.find((key) => NAV_KEYS.includes(key));
  const hasNav = change.navTitle !== undefined && navKey !== undefined;
  const entries: readonly Entry[] = [
    [profile.titleKey, title],
    ...(hasNav ? [[navKey, change.navTitle] as const] : []),
    ...languageKeys.map((key): Entry => [key, String(front.data[key])]),
    [profile.draft.key, profile.draft.value],
  ];
  const data = Object.fromEntries(entries);
  const problem = newPlaceProblem(context, { path: newPath, data, hasContent: false });
  if (problem !== null) return fileRefused(problem);
  if (languageOf(newPath, data, state) !== language) {
    return fileRefused({
      code: 'unsupported',
      message: 'The language of the new page is not certain.',
    });
  }
  const kind =
    front.fence.kind === 'none' && profile.mayCreateFrontMatter ? 'yaml' : front.fence.kind;
  const text = newFrontMatter(kind, entries, lineEndOfPage(parent));
  if (text === null) return fileRefused(NO_DRAFTS);
  const omitted =
    change.navTitle !== undefined && navKey === undefined
      ? [
          {
            field: 'nav_title',
            reason: 'The pages here have no title of their own for the navigation.',
            inWords: {
              en: 'Without a title for the navigation: the pages here have none.',
              de: 'Ohne Navigationstitel: die Seiten hier haben keinen.',
            },
          },
        ]
      : [];
  return created(newPath, encode(text), {
    entries,
    omitted,
    action: ACTIONS.createPage,
    notes: [],
    base: parent.page.version,
  });
}

/** The page as it is, in the place another language has for it, hidden; its words are still to be translated. */
export function draftTranslation(
  context: FileContext,
  loaded: LoadedPage,
  language: string,
): FileDraftResult {
  const { state } = context;
  const { path, front } = loaded.page;
  const code = languageCode(language);
  const from = languageOf(path, front.data, state);
  if (code === null || !state.languages.includes(code) || code === from) {
    const others = state.languages.filter((each) => each !== from).join(', ');
    return fileRefused({
      code: 'value_invalid',
      message: `The page can be translated into: ${others === '' ? 'no other language of the site' : others}.`,
    });
  }
  const newPath = translatedPath(path, { from, to: code }, state);
  const languageKeys = front.keys.filter((key) => LANGUAGE_KEYS.includes(key));
  const entries: readonly Entry[] = [
    ...languageKeys.map((key): Entry => [key, code]),
    [state.profile.draft.key, state.profile.draft.value],
  ];
  const data = { ...front.data, ...Object.fromEntries(entries) };
  if (newPath === null || languageOf(newPath, data, state) !== code) {
    return fileRefused({
      code: 'unsupported',
      message: 'Where pages of this language lie is not certain on this site.',
    });
  }
  const problem = newPlaceProblem(context, { path: newPath, data, hasContent: true });
  if (problem !== null) return fileRefused(problem);
  const bytes = withFrontMatter(loaded, entries);
  if (bytes === null) return fileRefused(NO_DRAFTS);
  return created(newPath, bytes, {
    entries: [[state.profile.titleKey, titleOfPage(loaded)], ...entries],
    omitted: [
      {
        field: 'text',
        reason: `Its words are still those of the page in "${from}"; translate them field by field.`,
        inWords: {
          en: `Its words are still those of the page in “${from}”, to be translated afterwards.`,
          de: `Die Wörter sind noch die der Seite in „${from}“ und danach zu übersetzen.`,
        },
      },
    ],
    action: ACTIONS.translation,
    notes: [],
    base: loaded.page.version,
  });
}

/** The page once more beside itself, hidden. */
export function draftCopiedPage(context: FileContext, loaded: LoadedPage): FileDraftResult {
  const { state } = context;
  const { path } = loaded.page;
  const suffix = languageSuffix(path);
  const ending = `${suffix === null ? '' : `.${suffix}`}${extensionOf(path)}`;
  const stem = path.slice(0, -ending.length);
  const entries: readonly Entry[] = [[state.profile.draft.key, state.profile.draft.value]];
  for (let number = 1; number <= MAX_COPIES; number += 1) {
    const newPath = `${stem}-copy${number === 1 ? '' : `-${String(number)}`}${ending}`;
    const problem = newPlaceProblem(context, {
      path: newPath,
      data: loaded.page.front.data,
      hasContent: true,
    });
    if (problem?.code === 'value_invalid') continue;
    if (problem !== null) return fileRefused(problem);
    const bytes = withFrontMatter(loaded, entries);
    if (bytes === null) return fileRefused(NO_DRAFTS);
    return created(newPath, bytes, {
      entries: [[state.profile.titleKey, titleOfPage(loaded)], ...entries],
      omitted: [],
      action: ACTIONS.copyPage,
      notes: [],
      base: loaded.page.version,
    });
  }
  return fileRefused({ code: 'value_invalid', message: 'There are too many copies of the page.' });
}

const MAX_COPIES = 50;

const NO_DRAFTS = {
  code: 'unsupported',
  message: 'The page has no front matter that can say it is a draft; it would be public at once.',
} as const;

function created(
  path: string,
  bytes: Uint8Array,
  made: {
    readonly entries: readonly Entry[];
    readonly omitted: readonly OmittedPart[];
    readonly action: Localised;
    readonly notes: readonly Localised[];
    readonly base: string;
  },
): FileDraftResult {
  const field = (name: string, label: Localised, after: string): FieldChange => ({
    table: 'pages',
    uid: 0,
    field: name,
    label,
    place: null,
    before: null,
    after,
  });
  return {
    ok: true,
    draft: {
      steps: [{ kind: 'create', path, page: null, bytes }],
      fields: [
        field('path', FILE, path),
        ...made.entries.map(([key, value]) => field(key, pageFieldLabel(key), String(value))),
      ],
      omitted: made.omitted,
      notes: made.notes,
      action: made.action,
      target: null,
      record: { path },
      move: null,
      main: null,
      baseVersion: sha256Hex(made.base),
    },
  };
}

export const FILE: Localised = { en: 'File', de: 'Datei' };

export function titleOfPage({ page, state }: LoadedPage): string {
  const heading = page.blocks.find((block) => block.kind === 'heading')?.text ?? null;
  return titleOf(page.path, { data: page.front.data, heading, profile: state.profile });
}

function extensionOf(path: string): string {
  return /\.[^./]+$/.exec(path)?.[0] ?? '';
}

/** By the folder or suffix the page has; where it has none, as the pages of the other language are kept. */
function translatedPath(
  path: string,
  { from, to }: { readonly from: string; readonly to: string },
  state: FileContext['state'],
): string | null {
  const suffix = languageSuffix(path);
  if (suffix === from) return path.replace(/\.[^./]+(\.[^./]+)$/, `.${to}$1`);
  const parts = path.split('/');
  const at = parts.findIndex(
    (part, index) => index < parts.length - 1 && languageCode(part) === from,
  );
  if (at !== -1) return parts.with(at, spelledAs(to, state)).join('/');
  for (const other of state.files.keys()) {
    if (languageSuffix(other) === to) return path.replace(/(\.[^./]+)$/, `.${to}$1`);
    const folders = other.split('/').slice(0, -1);
    const there = folders.findIndex((part) => languageCode(part) === to);
    const isSameFolder = folders
      .slice(0, Math.max(there, 0))
      .every((part, index) => part === parts[index]);
    if (there !== -1 && isSameFolder)
      return parts.toSpliced(there, 0, folders[there] ?? to).join('/');
  }
  return LANGUAGE_KEYS.some((key) => state.files.get(path)?.facts.keys.includes(key) === true)
    ? path.replace(/(\.[^./]+)$/, `-${to}$1`)
    : null;
}

/** A language's folder as the site writes it: `pt-BR` for `pt-br`. */
function spelledAs(code: string, state: FileContext['state']): string {
  for (const path of state.files.keys()) {
    const folder = path
      .split('/')
      .slice(0, -1)
      .find((part) => languageCode(part) === code);
    if (folder !== undefined) return folder;
  }
  return code;
}
