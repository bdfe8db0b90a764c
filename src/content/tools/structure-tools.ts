import type { Tool, ToolArguments } from '../../tools/index.ts';
import type { ContentHost } from '../host.ts';
import { integer } from './read-tools.ts';
import { changeTool } from './write-tools.ts';

/** Tools that make, move, copy, publish and remove records; names and arguments as facts §4 has them. */

const UID = { type: 'integer', minimum: 0 };
const LINE = { type: 'string', minLength: 1, maxLength: 255 };
const TABLE = { enum: ['pages', 'content'] };

export function replaceFileReferenceTool(host: ContentHost): Tool {
  return changeTool(host, {
    name: 'replace_file_reference',
    description:
      'Gives a picture (a reference with `hasSettableTarget`) another file of the site, named by its path from the content folder. Its words stay.',
    properties: { uid: UID, file: { type: 'string', minLength: 1, maxLength: 500 } },
    required: ['uid', 'file'],
    effect: 'idempotent_write',
    enabledByDefault: true,
    change: (args) => ({
      kind: 'replace_file_reference',
      reference: integer(args, 'uid'),
      file: text(args, 'file'),
    }),
  });
}

export function attachFileTool(host: ContentHost): Tool {
  return changeTool(host, {
    name: 'attach_file_to_content_element',
    description:
      'Puts a picture of the site, named by its path from the content folder, right behind an element, with its alternative text (empty for mere decoration).',
    properties: {
      content_element: UID,
      file: { type: 'string', minLength: 1, maxLength: 500 },
      alternative: { type: 'string', maxLength: 1_000, pattern: ONE_LINE },
      title: { ...LINE, pattern: ONE_LINE },
    },
    required: ['content_element', 'file', 'alternative'],
    effect: 'non_idempotent_write',
    enabledByDefault: true,
    change: (args) => ({
      kind: 'attach_file',
      element: integer(args, 'content_element'),
      file: text(args, 'file'),
      alternative: text(args, 'alternative'),
      title: args['title'] === undefined ? null : text(args, 'title'),
    }),
  });
}

const ONE_LINE = String.raw`^[^\r\n]*$`;

export function createElementDraftTool(host: ContentHost): Tool {
  return changeTool(host, {
    name: 'create_content_element_draft',
    description:
      'Adds an element to a page, hidden until it is published: a heading (`header`, with `level`), a paragraph (`text`, inline Markdown in `bodytext`) or a list (`bullets`, one item a line of `bodytext`). It comes behind `after_content_uid` (0 = at the top), else at the end.',
    properties: {
      page: UID,
      type: { enum: ['header', 'text', 'bullets'] },
      header: { ...LINE, pattern: ONE_LINE },
      level: { type: 'integer', minimum: 1, maximum: 6 },
      bodytext: { type: 'string', minLength: 1, maxLength: 20_000 },
      after_content_uid: UID,
    },
    required: ['page', 'type'],
    effect: 'non_idempotent_write',
    enabledByDefault: true,
    change: (args) => ({
      kind: 'create_element_draft',
      page: integer(args, 'page'),
      source: sourceOf(args),
      ...(args['after_content_uid'] === undefined ? {} : { after: placeOf(args) }),
    }),
  });
}

function sourceOf(args: ToolArguments): string {
  const body = text(args, 'bodytext').trim();
  switch (args['type']) {
    case 'header': {
      const level = args['level'] === undefined ? 2 : integer(args, 'level');
      const words = text(args, 'header').trim();
      return words === '' ? '' : `${'#'.repeat(level)} ${words}`;
    }
    case 'bullets':
      return body
        .split(/\r\n|\n|\r/)
        .map((line) => line.replace(/^\s*(?:[-*+]\s+)?/, ''))
        .filter((line) => line !== '')
        .map((line) => `- ${line}`)
        .join('\n');
    default:
      return body;
  }
}

export function moveElementTool(host: ContentHost): Tool {
  return changeTool(host, {
    name: 'move_content_element',
    description:
      'Moves an element right behind the element `after_content_uid` (0 = to the top; without it, to the end of the page), on its own page or to the page `target_page`. What it links to stays; on another page it gets another uid.',
    properties: { uid: UID, target_page: UID, after_content_uid: UID },
    required: ['uid'],
    effect: 'idempotent_write',
    enabledByDefault: true,
    change: (args) => ({
      kind: 'move_element',
      element: integer(args, 'uid'),
      ...(args['target_page'] === undefined ? {} : { page: integer(args, 'target_page') }),
      ...(args['after_content_uid'] === undefined ? {} : { after: placeOf(args) }),
    }),
  });
}

/** 0 is no uid: it means the top. */
function placeOf(args: ToolArguments): number | null {
  const after = integer(args, 'after_content_uid');
  return after === 0 ? null : after;
}

export function createPageDraftTool(host: ContentHost): Tool {
  return changeTool(host, {
    name: 'create_page_draft',
    description:
      'Makes a page in the folder of the page `parent`, hidden until it is published, with a title and, where the pages there have one, a title for the navigation.',
    properties: { parent: UID, title: LINE, nav_title: LINE },
    required: ['parent', 'title'],
    effect: 'non_idempotent_write',
    enabledByDefault: true,
    change: (args) => ({
      kind: 'create_page_draft',
      parent: integer(args, 'parent'),
      title: text(args, 'title'),
      ...(args['nav_title'] === undefined ? {} : { navTitle: text(args, 'nav_title') }),
    }),
  });
}

export function createTranslationDraftTool(host: ContentHost): Tool {
  return changeTool(host, {
    name: 'create_translation_draft',
    description:
      'Makes the page once more in the place another language of the site has for it, hidden, still with its own words; translate those afterwards.',
    properties: {
      table: { enum: ['pages'] },
      uid: UID,
      language: { type: 'string', minLength: 2, maxLength: 10 },
    },
    required: ['table', 'uid', 'language'],
    effect: 'non_idempotent_write',
    enabledByDefault: true,
    change: (args) => ({
      kind: 'create_translation_draft',
      page: integer(args, 'uid'),
      language: text(args, 'language'),
    }),
  });
}

export function movePageTool(host: ContentHost): Tool {
  return changeTool(host, {
    name: 'move_page',
    description:
      'Gives a page another place: `path` is that of its file from the content folder, with the same extension. Links to it are rewritten on every page the editor may write.',
    properties: { uid: UID, path: { type: 'string', minLength: 1, maxLength: 500 } },
    required: ['uid', 'path'],
    effect: 'non_idempotent_write',
    enabledByDefault: false,
    change: (args) => ({
      kind: 'move_page',
      page: integer(args, 'uid'),
      path: text(args, 'path'),
    }),
  });
}

export function copyRecordTool(host: ContentHost): Tool {
  return recordTool(host, {
    name: 'copy_record',
    description: 'Copies an element right behind itself, or a page beside itself, hidden.',
    kind: 'copy_record',
    effect: 'non_idempotent_write',
    enabledByDefault: true,
  });
}

export function publishRecordTool(host: ContentHost): Tool {
  return recordTool(host, {
    name: 'publish_record',
    description: 'Shows a hidden page, or a draft of an element, to the public.',
    kind: 'publish',
    effect: 'idempotent_write',
    enabledByDefault: false,
  });
}

export function deleteRecordTool(host: ContentHost): Tool {
  return recordTool(host, {
    name: 'delete_record',
    description: 'Removes a page, naming the pages that link to it, or an element of one.',
    kind: 'delete',
    effect: 'non_idempotent_write',
    enabledByDefault: false,
  });
}

function recordTool(
  host: ContentHost,
  spec: {
    readonly name: string;
    readonly description: string;
    readonly kind: 'copy_record' | 'publish' | 'delete';
    readonly effect: 'idempotent_write' | 'non_idempotent_write';
    readonly enabledByDefault: boolean;
  },
): Tool {
  const { name, description, kind, effect, enabledByDefault } = spec;
  return changeTool(host, {
    name,
    description,
    properties: { table: TABLE, uid: UID },
    required: ['table', 'uid'],
    effect,
    enabledByDefault,
    change: (args) => ({
      kind,
      table: args['table'] === 'pages' ? 'pages' : 'content',
      uid: integer(args, 'uid'),
    }),
  });
}

function text(args: ToolArguments, name: string): string {
  const value = args[name];
  return typeof value === 'string' ? value : '';
}
