import { z } from 'zod';
import { PROFILE_NAMES, type ProfileName, type SiteSettings } from '../adapters/markdown/index.ts';

const word = z.string().trim().min(1);
/** Below the folder of the site, `/`-separated. */
const folder = word.refine(
  (path) => !path.startsWith('/') && !path.split('/').includes('..'),
  'Give a folder below content.root.',
);

/** What can be said of the site in the settings file, beside its folder. */
export const siteShape = {
  profile: z.enum(PROFILE_NAMES).optional(),
  folders: z.array(folder).min(1).optional(),
  defaultLanguage: z
    .string()
    .regex(/^[a-z]{2}(?:-[a-z0-9]{2,4})?$/, 'Give a language as de or pt-br.')
    .optional(),
  draftKey: word.optional(),
  titleKey: word.optional(),
  descriptionKey: word.optional(),
  staticFolder: folder.optional(),
};

type Given = z.infer<z.ZodObject<typeof siteShape>>;

/** What is said of the site; `null` = found out from its files. */
export interface SaidOfSite {
  /** Whose site it is. */
  readonly profile: ProfileName | null;
  /** Folders pages are taken from. */
  readonly folders: readonly string[] | null;
  /** Language of pages that state none. */
  readonly defaultLanguage: string | null;
  /** A key that hides a page, besides the generator's own. */
  readonly draftKey: string | null;
  /** Under which titles stand. */
  readonly titleKey: string | null;
  /** Under which descriptions stand. */
  readonly descriptionKey: string | null;
  /** Served from the site's own root. */
  readonly staticFolder: string | null;
}

export function saidOfSite(given: Given): SaidOfSite {
  return {
    profile: given.profile ?? null,
    folders: given.folders ?? null,
    defaultLanguage: given.defaultLanguage ?? null,
    draftKey: given.draftKey ?? null,
    titleKey: given.titleKey ?? null,
    descriptionKey: given.descriptionKey ?? null,
    staticFolder: given.staticFolder ?? null,
  };
}

/** The same as the content host is told it. */
export function siteSettingsOf(said: SaidOfSite): SiteSettings {
  const { profile, folders, defaultLanguage, draftKey } = said;
  const { titleKey, descriptionKey, staticFolder } = said;
  return {
    ...(profile === null ? {} : { profile }),
    ...(folders === null ? {} : { contentFolders: folders }),
    ...(defaultLanguage === null ? {} : { defaultLanguage }),
    ...(draftKey === null ? {} : { draftKey }),
    ...(titleKey === null ? {} : { titleKey }),
    ...(descriptionKey === null ? {} : { descriptionKey }),
    ...(staticFolder === null ? {} : { staticFolder }),
  };
}
