import type { Actor } from '../../actors/index.ts';
import type { Tool } from '../../tools/index.ts';
import type { ContentChange } from '../change.ts';
import type { ContentHost } from '../host.ts';
import type { PageRules } from '../page-rules.ts';
import { addListItemTool, moveListItemTool, removeListItemTool } from './list-tools.ts';
import { pageTools } from './page-tools.ts';
import { getPageContentTool, getPageTreeTool, searchPagesTool } from './read-tools.ts';
import { findingsTool, resolveUrlTool } from './site-tools.ts';
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
  add_list_item: addListItemTool,
  remove_list_item: removeListItemTool,
  move_list_item: moveListItemTool,
  create_page_draft: createPageDraftTool,
  create_translation_draft: createTranslationDraftTool,
  move_page: movePageTool,
  copy_record: copyRecordTool,
  publish: publishRecordTool,
  delete: deleteRecordTool,
};

/** Change kinds every host of this version supports unless it says otherwise. */
const ALL_KINDS = Object.keys(WRITE_TOOLS) as readonly ContentChange['kind'][];

export interface ContentToolOptions {
  /** What `describe` reports: a change the host does not support has no tool. Default: every kind. */
  readonly supports?: readonly string[];
  /** Editorial rules to look a page over by. Default: none, and no tool for it. */
  readonly rules?: PageRules;
}

/** The editorial tools of a host. */
export function createContentTools(
  host: ContentHost,
  options: ContentToolOptions = {},
): readonly Tool[] {
  const supports = options.supports ?? ALL_KINDS;
  return [
    getPageContentTool(host),
    getPageTreeTool(host),
    searchPagesTool(host),
    resolveUrlTool(host),
    ...pageTools(host),
    ...(options.rules === undefined ? [] : [findingsTool(host, options.rules)]),
    ...ALL_KINDS.filter((kind) => supports.includes(kind)).map((kind) => WRITE_TOOLS[kind](host)),
  ];
}

/** The tools of a host with the change kinds it says it supports. */
export async function contentToolsOf(
  host: ContentHost,
  actor: Actor,
  options: Pick<ContentToolOptions, 'rules'> = {},
): Promise<readonly Tool[]> {
  const { supports } = await host.describe(actor);
  return createContentTools(host, { ...options, supports });
}
