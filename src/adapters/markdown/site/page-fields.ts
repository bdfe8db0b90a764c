import type { FieldDescription, Localised } from '../../../content/index.ts';
import type { FrontMatter } from '../front-matter/front-matter.ts';
import type { Profile } from './profile.ts';

/** Keys that hold words for readers. Any other text key steers the generator: it is protected (decisions §46). */
const WORDS: Readonly<Record<string, Localised>> = {
  title: { en: 'Title', de: 'Titel' },
  description: { en: 'Description', de: 'Beschreibung' },
  summary: { en: 'Summary', de: 'Zusammenfassung' },
  excerpt: { en: 'Excerpt', de: 'Auszug' },
  abstract: { en: 'Abstract', de: 'Zusammenfassung' },
  teaser: { en: 'Teaser', de: 'Teaser' },
  lead: { en: 'Lead', de: 'Vorspann' },
  intro: { en: 'Introduction', de: 'Einleitung' },
  subtitle: { en: 'Subtitle', de: 'Untertitel' },
  tagline: { en: 'Tagline', de: 'Leitsatz' },
  headline: { en: 'Headline', de: 'Überschrift' },
  caption: { en: 'Caption', de: 'Bildunterschrift' },
  keywords: { en: 'Keywords', de: 'Schlagwörter' },
  sidebar_label: { en: 'Label in the sidebar', de: 'Name in der Seitenleiste' },
  pagination_label: { en: 'Label in the page navigation', de: 'Name beim Blättern' },
  nav_title: { en: 'Title in the navigation', de: 'Navigationstitel' },
  navTitle: { en: 'Title in the navigation', de: 'Navigationstitel' },
  linkTitle: { en: 'Title in links', de: 'Titel in Links' },
  shortTitle: { en: 'Short title', de: 'Kurztitel' },
  short_title: { en: 'Short title', de: 'Kurztitel' },
  seo_title: { en: 'Title for search engines', de: 'Titel für Suchmaschinen' },
  seoTitle: { en: 'Title for search engines', de: 'Titel für Suchmaschinen' },
  meta_title: { en: 'Title for search engines', de: 'Titel für Suchmaschinen' },
  metaTitle: { en: 'Title for search engines', de: 'Titel für Suchmaschinen' },
  meta_description: { en: 'Description for search engines', de: 'Beschreibung für Suchmaschinen' },
  metaDescription: { en: 'Description for search engines', de: 'Beschreibung für Suchmaschinen' },
  og_title: { en: 'Title when shared', de: 'Titel beim Teilen' },
  ogTitle: { en: 'Title when shared', de: 'Titel beim Teilen' },
  og_description: { en: 'Description when shared', de: 'Beschreibung beim Teilen' },
  ogDescription: { en: 'Description when shared', de: 'Beschreibung beim Teilen' },
  image_alt: { en: 'Alternative text of the image', de: 'Alternativtext des Bildes' },
  imageAlt: { en: 'Alternative text of the image', de: 'Alternativtext des Bildes' },
};

const ON_ONE_LINE = new Set(['title', 'subtitle', 'seo_title', 'seoTitle', 'sidebar_label']);

export function isProtectedPageField(name: string): boolean {
  return !Object.hasOwn(WORDS, name);
}

export function pageFieldLabel(name: string): Localised {
  return WORDS[name] ?? { en: name, de: name };
}

/** Whether a page field is one line by nature. */
export function isOneLine(name: string): boolean {
  return ON_ONE_LINE.has(name);
}

/** Longest accepted page field, in characters. */
export const MAX_PAGE_FIELD_CHARACTERS = 2_000;

export function describePageField(name: string): FieldDescription {
  return {
    name,
    label: pageFieldLabel(name),
    kind: isOneLine(name) ? 'string' : 'text',
    maxLength: MAX_PAGE_FIELD_CHARACTERS,
    protected: isProtectedPageField(name),
  };
}

/**
 * The key behind a page field. `title` and `description` are roles: a page that has no key of that name uses the one its
 * site keeps them under, such as `summary`.
 */
export function keyOfField(name: string, front: FrontMatter, profile: Profile): string {
  if (front.keys.includes(name)) return name;
  if (name === 'title') return profile.titleKey;
  return name === 'description' ? profile.descriptionKey : name;
}

/** The field a key is shown as, the other way round; `keys` are all keys of the page. */
export function fieldOfPageKey(key: string, keys: readonly string[], profile: Profile): string {
  if (key === profile.titleKey && !keys.includes('title')) return 'title';
  return key === profile.descriptionKey && !keys.includes('description') ? 'description' : key;
}

/** Values of a page's text fields, and which of them can be set, absent ones included. */
export function pageFieldsOf(
  front: FrontMatter,
  profile: Profile,
): { readonly fields: Readonly<Record<string, string>>; readonly editable: readonly string[] } {
  const fields: Record<string, string> = {};
  const editable: string[] = [];
  const isCreatable = front.fence.kind !== 'none' || profile.mayCreateFrontMatter;
  for (const name of new Set([
    'title',
    'description',
    ...front.keys.map((key) => fieldOfPageKey(key, front.keys, profile)),
  ])) {
    const slot = front.slot(keyOfField(name, front, profile));
    if (slot.state === 'text') {
      fields[name] = slot.value;
      editable.push(name);
    } else if (slot.state === 'empty' || (slot.state === 'absent' && isCreatable)) {
      editable.push(name);
    }
  }
  return { fields, editable: front.readOnly === null ? editable : [] };
}
