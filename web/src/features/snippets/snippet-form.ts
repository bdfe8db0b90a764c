import type { SnippetFields } from '../../../../src/contracts/index.ts';

/** What is typed into the editor. */
export interface SnippetForm {
  readonly name: string;
  readonly description: string;
  readonly text: string;
  readonly tags: string;
  readonly sorting: string;
  readonly active: boolean;
  readonly dataClass: SnippetFields['dataClass'];
}

export const EMPTY_SNIPPET: SnippetForm = {
  name: '',
  description: '',
  text: '',
  tags: '',
  sorting: '0',
  active: true,
  dataClass: null,
};

export function formOf(fields: SnippetFields): SnippetForm {
  const { name, description, text, active, dataClass } = fields;
  return {
    name,
    description,
    text,
    active,
    dataClass,
    tags: fields.tags.join(', '),
    sorting: String(fields.sorting),
  };
}

/** Fields that keep the form from being saved. */
export function wrongFields(form: SnippetForm): readonly ('name' | 'text' | 'sorting')[] {
  return [
    ...(form.name.trim() === '' ? (['name'] as const) : []),
    ...(form.text.trim() === '' ? (['text'] as const) : []),
    ...(/^\s*-?\d{1,7}\s*$/.test(form.sorting) ? [] : (['sorting'] as const)),
  ];
}

/** Tags as they are typed, one after the other with commas between. */
export function typedTags(text: string): string[] {
  return text
    .split(',')
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
}

/** What is sent. */
export function fieldsOf(form: SnippetForm): SnippetFields {
  return {
    ...form,
    tags: typedTags(form.tags),
    sorting: Number(form.sorting),
  };
}

/** What the model would read of it. */
export function previewOf({ name, text }: Pick<SnippetForm, 'name' | 'text'>): string {
  return text.trim() === '' ? '' : `${name.trim()}:\n${text.trim()}`;
}
