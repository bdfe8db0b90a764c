import type { ContentChange, RecordType, SiteDescription } from '../../../content/index.ts';
import { describePageField, fieldOfPageKey } from '../site/page-fields.ts';
import type { SiteState } from '../site/site.ts';

/** Page fields described at most, the commonest first. */
const MAX_FIELDS = 40;

/** A site and its record types, without its pages. */
export function describeSite(
  state: SiteState,
  counted: { readonly pageCount: number },
): Omit<SiteDescription, 'leftOut'> {
  return {
    name: state.name,
    profile: state.profile.name,
    languages: state.languages,
    defaultLanguage: state.defaultLanguage,
    pageCount: counted.pageCount,
    recordTypes: [pageType(state), ELEMENTS, REFERENCES],
    supports: SUPPORTS,
  };
}

/** Everything that makes sense for files: named one by one, so that a new kind is thought about here. */
const SUPPORTS: readonly string[] = Object.keys({
  set_page_fields: true,
  set_element_fields: true,
  set_reference_text: true,
  replace_file_reference: true,
  attach_file: true,
  create_element_draft: true,
  move_element: true,
  add_list_item: true,
  remove_list_item: true,
  move_list_item: true,
  create_page_draft: true,
  create_translation_draft: true,
  move_page: true,
  copy_record: true,
  publish: true,
  delete: true,
} satisfies Record<ContentChange['kind'], true>);

function pageType(state: SiteState): RecordType {
  const counts = new Map<string, number>([
    ['title', Infinity],
    ['description', Infinity],
  ]);
  for (const { facts } of state.files.values()) {
    for (const [key, value] of Object.entries(facts.data)) {
      if (typeof value !== 'string') continue;
      const field = fieldOfPageKey(key, facts.keys, state.profile);
      counts.set(field, (counts.get(field) ?? 0) + 1);
    }
  }
  const names = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, MAX_FIELDS)
    .map(([name]) => name);
  return {
    table: 'pages',
    label: { en: 'Page', de: 'Seite' },
    fields: names.map(describePageField),
  };
}

const ELEMENTS: RecordType = {
  table: 'content',
  label: { en: 'Element', de: 'Element' },
  fields: [
    {
      name: 'text',
      label: { en: 'Text', de: 'Text' },
      kind: 'text',
      maxLength: 20_000,
      protected: false,
    },
    {
      name: 'level',
      label: { en: 'Heading level', de: 'Überschriftenebene' },
      kind: 'number',
      maxLength: 1,
      protected: false,
    },
  ],
};

const REFERENCES: RecordType = {
  table: 'references',
  label: { en: 'Image or link', de: 'Bild oder Link' },
  fields: [
    {
      name: 'alternative',
      label: { en: 'Alternative text', de: 'Alternativtext' },
      kind: 'string',
      maxLength: 1_000,
      protected: false,
    },
    {
      name: 'text',
      label: { en: 'Link text', de: 'Linktext' },
      kind: 'string',
      maxLength: 500,
      protected: false,
    },
    {
      name: 'title',
      label: { en: 'Title', de: 'Titel' },
      kind: 'string',
      maxLength: 500,
      protected: false,
    },
  ],
};
