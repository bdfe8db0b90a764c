import type { TitleSource } from '../site/generators.ts';
import { hiddenBecause, type HiddenBecause } from '../site/hidden.ts';
import type { Profile } from '../site/profile.ts';
import { languageOf, titleOf, type SiteFile, type SiteState } from '../site/site.ts';
import type { FlatPage } from '../site/tree.ts';

/** How a site was understood: what an administrator reads first, and can say otherwise. */
export interface SiteUnderstanding {
  readonly name: string;
  readonly profile: string;
  /** The generator's name as people write it. */
  readonly generator: string;
  readonly recognisedBy: Profile['recognisedBy'];
  /** The generator's settings file, from the folder; `null` when there is none. */
  readonly settingsFile: string | null;
  /** `.` for the folder itself. */
  readonly contentFolders: readonly string[];
  readonly languages: readonly {
    readonly code: string;
    readonly pages: number;
    readonly isDefault: boolean;
  }[];
  readonly languagesBy: readonly string[];
  /** What marks a draft: `draft: true`. */
  readonly draftMark: string;
  readonly hidden: readonly { readonly path: string; readonly because: HiddenBecause }[];
  readonly titles: {
    readonly key: string;
    /** How many pages have their title from where. */
    readonly from: Readonly<Record<TitleSource, number>>;
  };
  readonly descriptions: { readonly key: string; readonly present: number };
  readonly staticFolders: readonly string[];
  /** Whether links to files (`other.md`) lead to pages, besides addresses. */
  readonly linksToFiles: boolean;
  readonly pages: number;
  /** Files that are never touched, and why. */
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
}

/** The pages of a site as a tree wants them; uids count from 1. */
export function flatPages(state: SiteState, nowMs: number): readonly FlatPage[] {
  return [...state.files.values()].map((file, index) => {
    const { data, heading, frontMatterReadOnly } = file.facts;
    const { profile } = state;
    return {
      uid: index + 1,
      path: file.path,
      language: languageOf(file.path, data, state),
      title: titleOf(file.path, { data, heading, profile }),
      description: descriptionOf(file, profile),
      hidden: hiddenBecause({ path: file.path, data }, profile, nowMs) !== null,
      readOnly: frontMatterReadOnly?.reason ?? null,
      readOnlyCode: frontMatterReadOnly?.code,
      order: null,
    };
  });
}

export function understandingOf(
  state: SiteState,
  seen: {
    readonly nowMs: number;
    readonly otherPages: readonly { readonly path: string; readonly reason: string }[];
  },
): SiteUnderstanding {
  const { profile, content, config } = state;
  const files = [...state.files.values()];
  const { key, value } = profile.draft;
  return {
    name: state.name,
    profile: profile.name,
    generator: profile.generator.label,
    recognisedBy: profile.recognisedBy,
    settingsFile: config?.file ?? null,
    contentFolders: content.roots.map((root) => (root === '' ? '.' : root)),
    languages: languagesOf(state, files),
    languagesBy: profile.generator.languagesBy,
    draftMark: `${key}: ${String(value)}`,
    hidden: files.flatMap(({ path, facts: { data } }) => {
      const because = hiddenBecause({ path, data }, profile, seen.nowMs);
      return because === null ? [] : [{ path, because }];
    }),
    titles: titlesOf(files, profile),
    descriptions: {
      key: profile.descriptionKey,
      present: files.filter((file) => descriptionOf(file, profile) !== null).length,
    },
    staticFolders: profile.staticFolders.map((folder) => (folder === '' ? '.' : folder)),
    linksToFiles: profile.generator.links.toFiles,
    pages: files.length,
    leftOut: [...state.leftOut, ...seen.otherPages].sort((a, b) => (a.path < b.path ? -1 : 1)),
  };
}

function languagesOf(state: SiteState, files: readonly SiteFile[]): SiteUnderstanding['languages'] {
  const counts = new Map<string, number>(state.languages.map((code) => [code, 0]));
  for (const { path, facts } of files) {
    const code = languageOf(path, facts.data, state);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].map(([code, pages]) => ({
    code,
    pages,
    isDefault: code === state.defaultLanguage,
  }));
}

function titlesOf(files: readonly SiteFile[], profile: Profile): SiteUnderstanding['titles'] {
  const from: Record<TitleSource, number> = { key: 0, heading: 0, file_name: 0 };
  for (const { facts } of files) from[titleSource(facts, profile)] += 1;
  return { key: profile.titleKey, from };
}

/** Where a page has its title from, by its generator's own order. */
function titleSource({ data, heading }: SiteFile['facts'], profile: Profile): TitleSource {
  const title = data['title'] ?? data[profile.titleKey];
  const isKey = (typeof title === 'string' && title.trim() !== '') || typeof title === 'number';
  if (isKey) return 'key';
  return heading !== null && profile.generator.titleFrom.includes('heading')
    ? 'heading'
    : 'file_name';
}

function descriptionOf({ facts: { data } }: SiteFile, profile: Profile): string | null {
  const value = data['description'] ?? data[profile.descriptionKey];
  return typeof value === 'string' && value !== '' ? value : null;
}
