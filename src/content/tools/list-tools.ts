import type { Tool, ToolArguments } from '../../tools/index.ts';
import type { ContentHost } from '../host.ts';
import { integer } from './read-tools.ts';
import { changeTool } from './write-tools.ts';

/** Tools for the items of a list. Items are named as the element's fields are. */

const UID = { type: 'integer', minimum: 0 };
const ITEM = { type: 'string', maxLength: 60, pattern: String.raw`^item(?:_[1-9]\d{0,5})+$` };
const PLACE = {
  type: 'string',
  maxLength: 60,
  pattern: String.raw`^item(?:_[1-9]\d{0,5})*_(?:0|[1-9]\d{0,5})$`,
};

export function addListItemTool(host: ContentHost): Tool {
  return changeTool(host, {
    name: 'add_list_item',
    description:
      'Adds an item to the list `uid`: inline Markdown in `bodytext`, behind the item `after_item` (`item_2`, `item_2_1` in the list within it; number 0 = at the top), else at the end.',
    properties: {
      uid: UID,
      bodytext: { type: 'string', minLength: 1, maxLength: 5_000 },
      after_item: PLACE,
    },
    required: ['uid', 'bodytext'],
    effect: 'non_idempotent_write',
    enabledByDefault: true,
    change: (args) => ({
      kind: 'add_list_item',
      element: integer(args, 'uid'),
      text: text(args, 'bodytext'),
      ...(args['after_item'] === undefined ? {} : { after: text(args, 'after_item') }),
    }),
  });
}

export function removeListItemTool(host: ContentHost): Tool {
  return changeTool(host, {
    name: 'remove_list_item',
    description: 'Removes an item (`item_2`) of the list `uid`, with the list within it.',
    properties: { uid: UID, item: ITEM },
    required: ['uid', 'item'],
    effect: 'non_idempotent_write',
    enabledByDefault: true,
    change: (args) => ({
      kind: 'remove_list_item',
      element: integer(args, 'uid'),
      item: text(args, 'item'),
    }),
  });
}

export function moveListItemTool(host: ContentHost): Tool {
  return changeTool(host, {
    name: 'move_list_item',
    description:
      'Moves an item (`item_3`) of the list `uid` behind another one of the same list, `after_item` (number 0 = to the top). Numbers in front stay where they are.',
    properties: { uid: UID, item: ITEM, after_item: PLACE },
    required: ['uid', 'item', 'after_item'],
    effect: 'non_idempotent_write',
    enabledByDefault: true,
    change: (args) => ({
      kind: 'move_list_item',
      element: integer(args, 'uid'),
      item: text(args, 'item'),
      after: text(args, 'after_item'),
    }),
  });
}

function text(args: ToolArguments, name: string): string {
  const value = args[name];
  return typeof value === 'string' ? value : '';
}
