import type { ElementKind, Localised } from '../../../content/index.ts';

/** What is done, in words, where it is more than setting fields. */
export const ACTIONS = {
  createElement: { en: 'New element', de: 'Neues Element' },
  attach: { en: 'New picture', de: 'Neues Bild' },
  move: { en: 'Move the element', de: 'Element verschieben' },
  moveAway: { en: 'Move the element to another page', de: 'Element auf andere Seite verschieben' },
  addItem: { en: 'New list item', de: 'Neuer Listenpunkt' },
  removeItem: { en: 'Remove the list item', de: 'Listenpunkt entfernen' },
  moveItem: { en: 'Move the list item', de: 'Listenpunkt verschieben' },
  copy: { en: 'Copy of the element', de: 'Kopie des Elements' },
  delete: { en: 'Delete the element', de: 'Element löschen' },
  publish: { en: 'Publish the element', de: 'Element veröffentlichen' },
  createPage: { en: 'New page, as a draft', de: 'Neue Seite, als Entwurf' },
  translation: { en: 'New translation, as a draft', de: 'Neue Übersetzung, als Entwurf' },
  copyPage: { en: 'Copy of the page, as a draft', de: 'Kopie der Seite, als Entwurf' },
  deletePage: { en: 'Delete the page', de: 'Seite löschen' },
  movePage: { en: 'Move the page', de: 'Seite verschieben' },
  publishPage: { en: 'Publish the page', de: 'Seite veröffentlichen' },
} as const satisfies Readonly<Record<string, Localised>>;

export const KIND_LABELS: Readonly<Record<ElementKind | 'picture', Localised>> = {
  heading: { en: 'Heading', de: 'Überschrift' },
  paragraph: { en: 'Paragraph', de: 'Absatz' },
  list: { en: 'List', de: 'Liste' },
  table: { en: 'Table', de: 'Tabelle' },
  quote: { en: 'Quotation', de: 'Zitat' },
  code: { en: 'Code', de: 'Code' },
  html: { en: 'HTML', de: 'HTML' },
  component: { en: 'Building block', de: 'Baustein' },
  rule: { en: 'Rule', de: 'Trennlinie' },
  definition: { en: 'Link target', de: 'Linkziel' },
  other: { en: 'Element', de: 'Element' },
  picture: { en: 'Picture', de: 'Bild' },
};
