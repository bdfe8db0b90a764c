import { sha256Hex } from '../../../base/index.ts';
import {
  sampleOf,
  type FreshElement,
  type PageContent,
  type PageIdentity,
  type PageValue,
  type ReferenceRecord,
} from '../../../content/index.ts';
import type { FrontMatter } from '../front-matter/front-matter.ts';
import type { ReferenceView } from '../body/reference.ts';
import { isSettable } from '../page/field-place.ts';
import { headingTitle, type PageView } from '../page/page.ts';
import { pageFieldsOf } from '../site/page-fields.ts';
import { hiddenNow, languageOf, titleOf, type SiteState } from '../site/site.ts';

/** A page's blocks as the alignment of uids wants them. */
export function freshElements(page: PageView): readonly FreshElement[] {
  return page.blocks.map((block, index) => ({
    kind: block.kind,
    hash: page.hashes?.[index] ?? sha256Hex(block.source),
    sample: sampleOf(block.source),
    references: block.references.map((reference) => ({
      kind: reference.kind,
      target: reference.target,
      sample: sampleOf(wordsOf(reference)),
    })),
  }));
}

function wordsOf(reference: ReferenceView): string {
  const name = reference.kind === 'image' ? 'alternative' : 'text';
  return reference.fields.find((field) => field.name === name)?.value ?? '';
}

/** A page as records, with the uids its identity gives. */
export function contentOf(
  page: PageView,
  identity: PageIdentity,
  site: { readonly state: SiteState; readonly nowMs: number },
): PageContent {
  const { profile } = site.state;
  const { fields, editable } = pageFieldsOf(page.front, profile);
  const { data } = page.front;
  return {
    page: {
      uid: identity.page,
      path: page.path,
      language: languageOf(page.path, data, site.state),
      title: titleOf(page.path, { data, heading: headingTitle(page.blocks), profile }),
      hidden: hiddenNow(page.path, data, { profile, nowMs: site.nowMs }),
      readOnly: page.front.readOnly,
      readOnlyCode: page.front.readOnlyCode ?? undefined,
      fields,
      editableFields: editable,
      values: valuesOf(page.front),
      version: page.version,
    },
    elements: page.blocks.map((block, index) => ({
      uid: identity.elements[index]?.uid ?? 0,
      kind: block.kind,
      level: block.level,
      text: block.text,
      source: block.source,
      fields: Object.fromEntries(block.leaves.map((leaf) => [leaf.name, leaf.value])),
      readOnly: block.readOnly,
    })),
    references: page.blocks.flatMap((block, index) =>
      block.references.map((reference, at) =>
        referenceRecord(page, reference, {
          uid: identity.elements[index]?.references[at]?.uid ?? 0,
          element: identity.elements[index]?.uid ?? 0,
        }),
      ),
    ),
  };
}

/** Values that are no top-level texts, by their path: the ones that can be set by one of the same kind. */
function valuesOf(front: FrontMatter): NonNullable<PageContent['page']['values']> {
  const found: [string, PageValue][] = [];
  const visit = (name: string, value: unknown, depth: number): void => {
    const slot = front.slot(name);
    if (slot.state === 'value') found.push([name, { kind: slot.kind, value: slot.value }]);
    else if (slot.state === 'text' && depth > 1) {
      found.push([name, { kind: 'text', value: slot.value }]);
    } else if (isPlainObject(value) && depth < MAX_DEPTH) {
      for (const [key, inner] of Object.entries(value)) visit(`${name}.${key}`, inner, depth + 1);
    }
  };
  for (const key of front.keys) visit(key, front.data[key], 1);
  if (front.fence.kind === 'toml') {
    for (const [key, value] of Object.entries(front.data)) {
      if (!front.keys.includes(key)) visit(key, value, 1);
    }
  }
  return Object.fromEntries(found.slice(0, MAX_VALUES));
}

/** Nested keys deeper down, and more of them, are no fields anybody edits. */
const MAX_DEPTH = 4;
const MAX_VALUES = 60;

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function referenceRecord(
  page: PageView,
  reference: ReferenceView,
  uids: { readonly uid: number; readonly element: number },
): ReferenceRecord {
  return {
    ...uids,
    kind: reference.kind,
    target: reference.target,
    fields: Object.fromEntries(
      reference.fields.flatMap(({ name, value }) =>
        value === null || name === 'target' ? [] : [[name, value]],
      ),
    ),
    editableFields: reference.fields
      .filter((field) => field.name !== 'target' && isSettable(page, { reference, field }))
      .map((field) => field.name),
    ...(reference.fields.some(
      (field) => field.name === 'target' && isSettable(page, { reference, field }),
    )
      ? { hasSettableTarget: true }
      : {}),
  };
}
