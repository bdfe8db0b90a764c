import { AppError, canonicalJson, excerpt, isAppError, singleLine } from '../../base/index.ts';
import type { FieldChange } from '../../contracts/index.ts';
import {
  errorResult,
  type CallPreview,
  type Tool,
  type ToolArguments,
  type ToolContext,
  type ToolExecution,
} from '../../tools/index.ts';
import type { ContentChange, PlannedChange } from '../change.ts';
import type { ContentHost } from '../host.ts';
import type { FieldValue } from '../records.ts';
import { integer } from './read-tools.ts';

/** Characters of a value in a line of the card. */
const VALUE_CHARACTERS = 120;

type Fields = Readonly<Record<string, FieldValue>>;

/** What of a host a writing tool needs. */
export type ChangingHost = Pick<ContentHost, 'plan' | 'apply'>;

interface WriteTool {
  readonly name: string;
  readonly description: string;
  /** Name of the uid argument. */
  readonly record: string;
  readonly fieldNames: RegExp;
  /** JSON Schema of a field's value. */
  readonly values: object;
  change(uid: number, fields: Fields): ContentChange;
}

const TEXT = { type: 'string', maxLength: 20_000 };
const PLAIN_VALUES = [TEXT, { type: 'number' }, { type: 'boolean' }];
const ANY_VALUE = {
  anyOf: [...PLAIN_VALUES, { type: 'array', maxItems: 100, items: { anyOf: PLAIN_VALUES } }],
};

export function updatePageMetadataTool(host: ChangingHost): Tool {
  return writeTool(host, {
    name: 'update_page_metadata',
    description:
      'Sets fields of a page, such as title and description: texts by the names in its `editableFields`, and what stands in its `values` (nested keys with dots) by a value of the same kind.',
    record: 'page',
    fieldNames: /^.{1,64}$/,
    values: ANY_VALUE,
    change: (page, fields) => ({ kind: 'set_page_fields', page, fields }),
  });
}

export function updateContentElementTool(host: ChangingHost): Tool {
  return writeTool(host, {
    name: 'update_content_element',
    description:
      'Sets texts of an element by the names in its `fields`: of a heading or paragraph (`text`), of table cells (`cell_<row>_<column>`), list items (`item_<n>`) or paragraphs of a quotation (`paragraph_<n>`), or the level of a heading (`level`, "1" to "6"). A text is inline Markdown; links, images, HTML and shortcodes in it must stay.',
    record: 'element',
    fieldNames: /^(?:text|level|cell_\d+_\d+|item(?:_\d+)+|paragraph_\d+)$/,
    values: TEXT,
    change: (element, fields) => ({
      kind: 'set_element_fields',
      element,
      fields: textFields(fields),
    }),
  });
}

export function setReferenceTextTool(host: ChangingHost): Tool {
  return writeTool(host, {
    name: 'set_reference_text',
    description:
      'Sets the `alternative` text or `title` of an image, or the `text` or `title` of a link; only names in its `editableFields`; and the `target` of a link where `hasSettableTarget` is true.',
    record: 'reference',
    fieldNames: /^(?:alternative|title|text|target)$/,
    values: TEXT,
    change: (reference, fields) => ({
      kind: 'set_reference_text',
      reference,
      fields: textFields(fields),
    }),
  });
}

function writeTool(host: ChangingHost, spec: WriteTool): Tool {
  return changeTool(host, {
    name: spec.name,
    description: spec.description,
    properties: {
      [spec.record]: { type: 'integer', minimum: 0 },
      fields: {
        type: 'object',
        propertyNames: { pattern: spec.fieldNames.source },
        additionalProperties: spec.values,
        minProperties: 1,
        maxProperties: 20,
      },
    },
    required: [spec.record, 'fields'],
    effect: 'idempotent_write',
    enabledByDefault: true,
    // What it holds is what the schema above let through.
    change: (args) => spec.change(integer(args, spec.record), args['fields'] as Fields),
  });
}

export interface ChangeTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments by name, and which of them must be there. */
  readonly properties: Readonly<Record<string, object>>;
  readonly required: readonly string[];
  readonly effect: 'idempotent_write' | 'non_idempotent_write';
  readonly enabledByDefault: boolean;
  change(args: ToolArguments): ContentChange;
}

/** A tool that proposes one change: planned for the card, planned again and written once a person said yes. */
export function changeTool(host: ChangingHost, spec: ChangeTool): Tool {
  const { name, description, properties, required, effect, enabledByDefault } = spec;
  return {
    name,
    description,
    parameters: { type: 'object', properties, required, additionalProperties: false },
    group: 'editing',
    effect,
    dataClass: 'editorContent',
    enabledByDefault,
    requiresAdministrator: false,
    async preview(args, context) {
      const result = await host.plan(spec.change(args), context.actor);
      return result.ok
        ? previewOf(result.planned)
        : {
            lines: [result.refusal.message],
            fields: [],
            target: null,
            failed: true,
            reason: result.refusal.code,
          };
    },
    execute: (args, context) => executeWrite(host, spec.change(args), context),
  };
}

function textFields(fields: Fields): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );
}

/** The card of a planned change: each field in words, and what of the request will not happen. */
export function previewOf(planned: PlannedChange): CallPreview {
  const { action, notes = [], omitted = [] } = planned;
  const fields = planned.fields.map(lineOf);
  const unwritten = omitted.map(({ field, reason }) => `Not written: ${field}. ${reason}`);
  const said = notes.map(({ en }) => `Note: ${en}`);
  const shownNotes = [
    ...notes,
    ...omitted.map(
      ({ field, reason, inWords }) =>
        inWords ?? {
          en: `Not written: ${field}. ${reason}`,
          de: `Nicht geschrieben: ${field}.`,
        },
    ),
  ];
  return {
    // What a person must know stands before a long list of fields, which may be cut.
    lines:
      action === undefined
        ? [...fields, ...said, ...unwritten]
        : [`${action.en}.`, ...said, ...unwritten, ...fields],
    fields: planned.fields,
    target: planned.target,
    failed: false,
    ...(action === undefined ? {} : { action }),
    ...(shownNotes.length === 0 ? {} : { notes: shownNotes }),
  };
}

function lineOf({ label, place, before, after }: FieldChange): string {
  const where = place === null ? '' : ` (${excerpt(singleLine(place), VALUE_CHARACTERS)})`;
  return `${label.en}${where}: ${shown(before)} → ${shown(after)}`;
}

function shown(value: string | null): string {
  return value === null ? '–' : `"${excerpt(singleLine(value), VALUE_CHARACTERS)}"`;
}

/**
 * Plans again on the text as it is now, and writes only what the person saw: on a moved base with the same preview the
 * change is written there, with another preview nothing is (HST-05).
 */
async function executeWrite(
  host: ChangingHost,
  change: ContentChange,
  context: ToolContext,
): Promise<ToolExecution> {
  const result = await host.plan(change, context.actor).catch((error: unknown) => {
    // Nothing has begun yet, whatever failed (WRT-10).
    const message = isAppError(error) ? error.message : 'The change could not be planned.';
    throw new AppError('unavailable', `${message} Nothing was written.`, { cause: error });
  });
  if (!result.ok) return errorResult(result.refusal.message);
  const { planned } = result;
  const { approvedPreview } = context;
  if (approvedPreview?.failed === true) return errorResult(NEVER_SHOWN);
  if (approvedPreview !== undefined && !isSamePreview(approvedPreview, previewOf(planned))) {
    return errorResult('The page has changed since the change was approved; nothing was written.');
  }
  try {
    const applied = await host.apply(planned, { actor: context.actor, runUuid: context.run.uuid });
    return {
      content: applied.content,
      isError: false,
      write: {
        target: applied.target,
        completeness: applied.completeness,
        hookFailedAfterWrite: false,
        historyId: applied.historyId,
      },
    };
  } catch (error) {
    if (isAppError(error, 'content_refused')) return errorResult(error.message);
    throw error;
  }
}

/** What nobody saw is not written (HST-02). */
const NEVER_SHOWN =
  'The card could not show this change, so nothing was written. Propose it again if it is still wanted.';

/** Whether two previews say the same. Their lines do not count: they repeat the rest, and a card keeps them cut. */
function isSamePreview(approved: CallPreview, now: CallPreview): boolean {
  const said = ({ fields, target, action, notes = [] }: CallPreview) =>
    canonicalJson({ fields, target, action: action ?? null, notes });
  return said(approved) === said(now);
}
