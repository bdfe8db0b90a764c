import { useMemo, useState } from 'react';
import { Icon } from '../../components/index.ts';
import { VisibleText } from '../../components/visible-text.tsx';
import { useText } from '../../lib/i18n.tsx';
import { diffLines, foldRows, type DiffLine, type LinePart } from './model/line-diff.ts';
import { skillWords } from './words.ts';

interface TextLinesProps {
  /** `null`: nothing to compare with; the lines are numbered once and none is marked. */
  readonly before: string | null;
  readonly after: string;
  /** Line numbers of `after`, from 1, that the scanner points at. */
  readonly flagged?: ReadonlySet<number>;
}

/** A text line by line, or the difference of two; long unchanged stretches are folded away and can be opened. */
export function TextLines({ before, after, flagged }: TextLinesProps) {
  const t = useText(skillWords);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  const rows = foldRows(lines, open);
  const isDiff = before !== null;
  return (
    <div className="v-card v-linesbox" role="region" aria-label={t.text} tabIndex={0}>
      <table className="v-lines">
        <tbody>
          {rows.map((row) =>
            row.kind === 'fold' ? (
              <tr key={`fold-${row.id}`} data-line="fold">
                <td colSpan={isDiff ? 4 : 2}>
                  <button
                    type="button"
                    className="v-lines__fold"
                    onClick={() => {
                      setOpen((opened) => new Set([...opened, row.id]));
                    }}
                  >
                    <Icon name="chev-d" size="sm" /> {t.folded(row.lines.length)}
                  </button>
                </td>
              </tr>
            ) : (
              <Line
                key={`${String(row.line.before)}-${String(row.line.after)}-${row.line.kind}`}
                line={row.line}
                isDiff={isDiff}
                isFlagged={row.line.after !== null && flagged?.has(row.line.after) === true}
              />
            ),
          )}
        </tbody>
      </table>
    </div>
  );
}

/** The id of a line of the newer text, for links from the scanner's findings. */
export function lineId(line: number): string {
  return `line-${String(line)}`;
}

function Line(props: { line: DiffLine; isDiff: boolean; isFlagged: boolean }) {
  const { line, isDiff, isFlagged } = props;
  const t = useText(skillWords);
  return (
    <tr
      {...(line.kind === 'same' ? {} : { 'data-line': line.kind })}
      {...(line.after === null ? {} : { id: lineId(line.after) })}
    >
      {isDiff && <td className="v-lines__no">{line.before}</td>}
      <td className="v-lines__no">{line.after}</td>
      {isDiff && (
        <td className="v-lines__sign">
          {line.kind === 'delete' && (
            <>
              −<span className="v-sr"> {t.removed}</span>
            </>
          )}
          {line.kind === 'insert' && (
            <>
              +<span className="v-sr"> {t.added}</span>
            </>
          )}
        </td>
      )}
      <td className="v-lines__text">
        {line.parts.map((part, index) => (
          <Part key={index} part={part} kind={line.kind} />
        ))}
        {isFlagged && (
          <a className="v-flag" href="#scanner" aria-label={t.findingHere}>
            <Icon name="alert" size="sm" />
          </a>
        )}
      </td>
    </tr>
  );
}

function Part({ part, kind }: { part: LinePart; kind: DiffLine['kind'] }) {
  const text = <VisibleText text={part.text} />;
  if (!part.changed) return text;
  return kind === 'delete' ? <del>{text}</del> : <ins>{text}</ins>;
}
