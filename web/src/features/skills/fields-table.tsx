import type { ReactNode } from 'react';
import type { SkillVersionFields } from '../../../../src/contracts/index.ts';
import { ToolName, WordDiff } from '../../components/index.ts';
import { VisibleText } from '../../components/visible-text.tsx';
import { useText } from '../../lib/i18n.tsx';
import { fieldDiffs, type FieldDiff, type FieldName } from './model/field-diff.ts';
import { skillWords } from './words.ts';

type Words = (typeof skillWords)['en'];

/** The names as they stand in the file, not translated: they are part of what is approved. */
const FIELD_KEYS: Record<FieldName, string> = {
  name: 'name',
  description: 'description',
  allowedTools: 'allowed-tools',
  process: 'process',
  supportStatus: 'support status',
};

interface FieldsTableProps {
  readonly before: SkillVersionFields | null;
  readonly after: SkillVersionFields;
  /** What the two columns are called; default "Last approved" and "This version". */
  readonly columns?: { readonly before: string; readonly after: string };
}

/** The digested fields beside the text: of the last approved version and of this one. */
export function FieldsTable({ before, after, columns }: FieldsTableProps) {
  const t = useText(skillWords);
  const diffs = fieldDiffs(before, after);
  const isComparison = before !== null;
  const was = columns?.before ?? t.lastApproved;
  const is = columns?.after ?? t.thisVersion;
  return (
    <div className="v-card v-scroll-x v-table-box" role="region" aria-label={t.fields} tabIndex={0}>
      {/* On a phone a row is a block of its own, and a browser forgets the roles with the table layout. */}
      <table className="v-table v-fields" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th scope="col" role="columnheader">
              {t.field}
            </th>
            {isComparison && (
              <th scope="col" role="columnheader">
                {was}
              </th>
            )}
            <th scope="col" role="columnheader">
              {is}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {diffs.map((diff) => (
            <tr
              key={diff.field}
              role="row"
              {...(isComparison && diff.same ? { 'data-same': true } : {})}
            >
              <th scope="row" role="rowheader">
                {FIELD_KEYS[diff.field]}
              </th>
              {isComparison ? (
                <>
                  <td role="cell" data-label={was}>
                    {beforeCell(diff, t)}
                  </td>
                  <td role="cell" data-label={is}>
                    {diff.same ? t.unchanged : afterCell(diff, t)}
                  </td>
                </>
              ) : (
                <td role="cell">{plainCell(diff, t)}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** How many of the fields differ. */
export function changedFields(before: SkillVersionFields, after: SkillVersionFields): number {
  return fieldDiffs(before, after).filter(({ same }) => !same).length;
}

function beforeCell(diff: FieldDiff, t: Words): ReactNode {
  switch (diff.field) {
    case 'name':
    case 'description':
      return <VisibleText text={diff.before ?? ''} />;
    case 'allowedTools':
      return <Tools names={diff.before ?? null} gone={diff.removed} t={t} />;
    case 'process':
      return String(diff.before);
    case 'supportStatus':
      return supportText(diff.before ?? 'full', t);
  }
}

function afterCell(diff: FieldDiff, t: Words): ReactNode {
  switch (diff.field) {
    case 'name':
    case 'description':
      return <WordDiff before={diff.before ?? ''} after={diff.after} />;
    case 'allowedTools':
      return <ChangedTools diff={diff} t={t} />;
    case 'process':
      return <ins className="v-ins">{String(diff.after)}</ins>;
    case 'supportStatus':
      return <ins className="v-ins">{supportText(diff.after, t)}</ins>;
  }
}

function plainCell(diff: FieldDiff, t: Words): ReactNode {
  switch (diff.field) {
    case 'name':
    case 'description':
      return <VisibleText text={diff.after} />;
    case 'allowedTools':
      return <Tools names={diff.after} gone={[]} t={t} />;
    case 'process':
      return String(diff.after);
    case 'supportStatus':
      return supportText(diff.after, t);
  }
}

function supportText(status: 'full' | 'partial', t: Words): string {
  return status === 'full' ? t.supportFull : t.supportPartial;
}

function Tools(props: {
  readonly names: readonly string[] | null;
  readonly gone: readonly string[];
  readonly t: Words;
}) {
  const { names, gone, t } = props;
  if (names === null) return t.noDeclaration;
  if (names.length === 0) return t.noTools;
  return names.map((name, index) => (
    <span key={name}>
      {index > 0 && ', '}
      {gone.includes(name) ? (
        <del className="v-del">
          <ToolName name={name} />
        </del>
      ) : (
        <ToolName name={name} />
      )}
    </span>
  ));
}

function ChangedTools(props: {
  readonly diff: Extract<FieldDiff, { field: 'allowedTools' }>;
  readonly t: Words;
}) {
  const { diff, t } = props;
  if (diff.after === null) return <ins className="v-ins">{t.noDeclaration}</ins>;
  if (diff.after.length === 0) return <ins className="v-ins">{t.noTools}</ins>;
  const keepsAll = diff.kept.length > 0 && diff.removed.length === 0 && diff.before !== null;
  return (
    <>
      {keepsAll ? (
        <span className="v-subtle">{t.theSameAnd} </span>
      ) : (
        diff.kept.map((name) => (
          <span key={name}>
            <ToolName name={name} />
            {', '}
          </span>
        ))
      )}
      {diff.added.map((name, index) => (
        <span key={name}>
          {index > 0 && ', '}
          <ins className="v-ins">
            <ToolName name={name} />
          </ins>
        </span>
      ))}
    </>
  );
}
