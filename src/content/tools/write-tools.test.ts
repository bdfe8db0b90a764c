import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../test/support/property-runs.ts';
import { ALL_CONTENT_RIGHTS, type Actor } from '../../actors/index.ts';
import { canonicalJson } from '../../base/index.ts';
import type { CallPreview, ToolContext } from '../../tools/index.ts';
import type { PlannedChange, PlanResult } from '../change.ts';
import type { AppliedChange } from '../host.ts';
import { previewOf, updatePageMetadataTool, type ChangingHost } from './write-tools.ts';

const ACTOR: Actor = {
  kind: 'user',
  userId: 'u',
  name: 'u',
  isAdministrator: false,
  groupIds: [],
  grants: [],
  rights: ALL_CONTENT_RIGHTS,
};
const ARGS = { page: 1, fields: { title: 'New' } };
const APPLIED: AppliedChange = {
  content: 'Written: title.',
  target: { table: 'pages', uid: 1 },
  completeness: 'complete',
  historyId: 'h1',
};

interface Shape {
  readonly before: string | null;
  readonly note: string | null;
  readonly omits: boolean;
  readonly action: string | null;
  readonly uid: number;
}

const SHAPE: fc.Arbitrary<Shape> = fc.record({
  before: fc.constantFrom('Old', 'Older', null),
  note: fc.constantFrom(null, 'A', 'B', 'x'.repeat(700)),
  omits: fc.boolean(),
  action: fc.constantFrom(null, 'Delete the page "Old"', 'Delete the page "Older"'),
  uid: fc.constantFrom(1, 2),
});

function plannedFrom({ before, note, omits, action, uid }: Shape): PlannedChange {
  return {
    change: { kind: 'set_page_fields', page: 1, fields: ARGS.fields },
    page: 1,
    fields: [
      {
        table: 'pages',
        uid,
        field: 'title',
        label: { en: 'Title', de: 'Titel' },
        place: null,
        before,
        after: 'New',
      },
    ],
    target: { table: 'pages', uid, fields: ['title'] },
    baseVersion: 'v',
    ...(note === null ? {} : { notes: [{ en: note, de: note }] }),
    ...(omits ? { omitted: [{ field: 'description', reason: 'It is not there.' }] } : {}),
    ...(action === null ? {} : { action: { en: action, de: action } }),
  };
}

/** A host that plans what it is told and keeps what was written. */
function hostPlanning(now: Shape | null) {
  const written: PlannedChange[] = [];
  const result: PlanResult =
    now === null
      ? { ok: false, refusal: { code: 'not_found', message: 'There is no such record.' } }
      : { ok: true, planned: plannedFrom(now) };
  const host: ChangingHost = {
    plan: () => Promise.resolve(result),
    apply: (planned) => {
      written.push(planned);
      return Promise.resolve(APPLIED);
    },
  };
  return { tool: updatePageMetadataTool(host), written };
}

const context = (approvedPreview?: CallPreview): ToolContext => ({
  actor: ACTOR,
  run: { uuid: 'r', subject: null, processSkillUid: null },
  signal: new AbortController().signal,
  ...(approvedPreview === undefined ? {} : { approvedPreview }),
});

/** As a card keeps it: its prose within the bounds, the rest whole. */
const kept = (preview: CallPreview): CallPreview => ({
  ...preview,
  lines: preview.lines.slice(0, 1).map((line) => line.slice(0, 500)),
});

it('HST-02 whatever was shown and whatever would be written now: only what was shown is written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.option(SHAPE), fc.option(SHAPE), async (shown, now) => {
      const preview = await hostPlanning(shown).tool.preview?.(ARGS, context());
      if (preview === undefined) throw new Error('no preview');
      const { tool, written } = hostPlanning(now);
      const result = await tool.execute(ARGS, context(kept(preview)));
      const isSame = shown !== null && canonicalJson(shown) === canonicalJson(now);
      expect(written.map(previewOf)).toEqual(isSame ? [preview] : []);
      expect(result.isError).toBe(!isSame);
    }),
    propertyRuns('write-tools'),
  );
});

it('HST-02 a write that was never shown is told to the model as one', async () => {
  const shape = { before: 'Old', note: null, omits: false, action: null, uid: 1 };
  const failed = { lines: ['There is no such record.'], fields: [], target: null, failed: true };
  const { tool, written } = hostPlanning(shape);
  expect(await tool.execute(ARGS, context(failed))).toEqual({
    content:
      'The card could not show this change, so nothing was written. Propose it again if it is still wanted.',
    isError: true,
    write: null,
  });
  expect(written).toEqual([]);
});

it('WRT-10 what fails while a write is planned again says that nothing was written', async () => {
  const tool = updatePageMetadataTool({
    plan: () => Promise.reject(new Error('no database')),
    apply: () => Promise.resolve(APPLIED),
  });
  await expect(tool.execute(ARGS, context())).rejects.toMatchObject({
    code: 'unavailable',
    message: 'The change could not be planned. Nothing was written.',
  });
});
