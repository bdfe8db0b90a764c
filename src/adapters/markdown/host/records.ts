import { sha256Hex } from '../../../base/index.ts';
import {
  sampleOf,
  type FreshElement,
  type PageContent,
  type PageIdentity,
  type ReferenceRecord,
} from '../../../content/index.ts';
import type { BlockReference } from '../body/reference.ts';
import { isSettable } from '../page/field-place.ts';
import { headingTitle, type ParsedPage } from '../page/page.ts';
import { pageFieldsOf } from '../site/page-fields.ts';
import { hiddenNow, languageOf, titleOf, type SiteState } from '../site/site.ts';

/** A page's blocks as the alignment of uids wants them. */
export function freshElements(page: ParsedPage): readonly FreshElement[] {
  return page.blocks.map((block) => ({
    kind: block.kind,
    hash: sha256Hex(block.source),
    sample: sampleOf(block.source),
    references: block.references.map((reference) => ({
      kind: reference.kind,
      target: reference.target,
      sample: sampleOf(wordsOf(reference)),
    })),
  }));
}

function wordsOf(reference: BlockReference): string {
  const name = reference.kind === 'image' ? 'alternative' : 'text';
  return reference.fields.find((field) => field.name === name)?.value ?? '';
}

/** A page as records, with the uids its identity gives. */
export function contentOf(
  page: ParsedPage,
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
      fields,
      editableFields: editable,
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

function referenceRecord(
  page: ParsedPage,
  reference: BlockReference,
  uids: { readonly uid: number; readonly element: number },
): ReferenceRecord {
  return {
    ...uids,
    kind: reference.kind,
    target: reference.target,
    fields: Object.fromEntries(
      reference.fields.flatMap(({ name, value }) => (value === null ? [] : [[name, value]])),
    ),
    editableFields: reference.fields
      .filter((field) => isSettable(page, { reference, field }))
      .map((field) => field.name),
  };
}
