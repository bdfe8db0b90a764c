import type { SkillVersionFields } from '../../../../../src/contracts/index.ts';

export type FieldName = 'name' | 'description' | 'allowedTools' | 'process' | 'supportStatus';

/** How one digested field differs between two versions; the text itself is compared line by line elsewhere. */
export type FieldDiff =
  | {
      readonly field: 'name' | 'description';
      readonly same: boolean;
      readonly before: string | null;
      readonly after: string;
    }
  | {
      readonly field: 'allowedTools';
      readonly same: boolean;
      readonly before: readonly string[] | null | undefined;
      readonly after: readonly string[] | null;
      readonly kept: readonly string[];
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | {
      readonly field: 'process';
      readonly same: boolean;
      readonly before: boolean | null;
      readonly after: boolean;
    }
  | {
      readonly field: 'supportStatus';
      readonly same: boolean;
      readonly before: 'full' | 'partial' | null;
      readonly after: 'full' | 'partial';
    };

/** The five fields beside the text, in the order of the approve form. `before: null` = nothing was ever approved. */
export function fieldDiffs(
  before: SkillVersionFields | null,
  after: SkillVersionFields,
): FieldDiff[] {
  const plain = (field: 'name' | 'description'): FieldDiff => ({
    field,
    same: before?.[field] === after[field],
    before: before?.[field] ?? null,
    after: after[field],
  });
  return [
    plain('name'),
    plain('description'),
    toolsDiff(before, after),
    {
      field: 'process',
      same: before?.process === after.process,
      before: before?.process ?? null,
      after: after.process,
    },
    {
      field: 'supportStatus',
      same: before?.supportStatus === after.supportStatus,
      before: before?.supportStatus ?? null,
      after: after.supportStatus,
    },
  ];
}

/** A missing declaration (`null`, nothing is restricted) and an empty one (no tool at all) are different things. */
function toolsDiff(before: SkillVersionFields | null, after: SkillVersionFields): FieldDiff {
  const old = before === null ? undefined : before.allowedTools;
  const oldNames = new Set(old ?? []);
  const newNames = new Set(after.allowedTools ?? []);
  const added = [...newNames].filter((name) => !oldNames.has(name));
  const removed = [...oldNames].filter((name) => !newNames.has(name));
  const sameDeclaration = old !== undefined && (old === null) === (after.allowedTools === null);
  return {
    field: 'allowedTools',
    same: sameDeclaration && added.length === 0 && removed.length === 0,
    before: old,
    after: after.allowedTools,
    kept: [...newNames].filter((name) => oldNames.has(name)),
    added,
    removed,
  };
}
