import type { Actor } from '../../actors/index.ts';
import type { Tool } from '../../tools/index.ts';
import type { ContentChange } from '../change.ts';
import type { ContentHost } from '../host.ts';
import { pageTools } from './page-tools.ts';
import { getPageContentTool, getPageTreeTool, searchPagesTool } from './read-tools.ts';
import {
  attachFileTool,
  copyRecordTool,
  createElementDraftTool,
  createPageDraftTool,
  createTranslationDraftTool,
  deleteRecordTool,
  moveElementTool,
  movePageTool,
  publishRecordTool,
  replaceFileReferenceTool,
} from './structure-tools.ts';
import {
  setReferenceTextTool,
  updateContentElementTool,
  updatePageMetadataTool,
} from './write-tools.ts';

const WRITE_TOOLS: Readonly<Record<ContentChange['kind'], (host: ContentHost) => Tool>> = {
  set_page_fields: updatePageMetadataTool,
  set_element_fields: updateContentElementTool,
  set_reference_text: setReferenceTextTool,
  replace_file_reference: replaceFileReferenceTool,
  attach_file: attachFileTool,
  create_element_draft: createElementDraftTool,
  move_element: moveElementTool,
  create_page_draft: createPageDraftTool,
  create_translation_draft: createTranslationDraftTool,
  move_page: movePageTool,
  copy_record: copyRecordTool,
  publish: publishRecordTool,
  delete: deleteRecordTool,
};

/** Change kinds every host of this version supports unless it says otherwise. */
const ALL_KINDS = Object.keys(WRITE_TOOLS) as readonly ContentChange['kind'][];

/**
 * The editorial tools of a host. A change it does not support has no tool; `supports` is what `describe` reports and
 * defaults to every kind.
 */
export function createContentTools(
  host: ContentHost,
  options: { readonly supports?: readonly string[] } = {},
): readonly Tool[] {
  const supports = options.supports ?? ALL_KINDS;
  return [
    getPageContentTool(host),
    getPageTreeTool(host),
    searchPagesTool(host),
    ...pageTools(host),
    ...ALL_KINDS.filter((kind) => supports.includes(kind)).map((kind) => WRITE_TOOLS[kind](host)),
  ];
}

/** The tools of a host with the change kinds it says it supports. */
export async function contentToolsOf(host: ContentHost, actor: Actor): Promise<readonly Tool[]> {
  const { supports } = await host.describe(actor);
  return createContentTools(host, { supports });
}
