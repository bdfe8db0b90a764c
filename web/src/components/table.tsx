import type { ReactNode } from 'react';

export interface Column<Row> {
  id: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** Figures, set to the right. */
  numeric?: boolean;
}

export interface TableProps<Row> {
  /** What the table holds; read aloud. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  isSelected?: (row: Row) => boolean;
}

/**
 * Rows to read. It scrolls inside its card when it is too wide, and can be scrolled by keyboard; on a phone every row is
 * a block of its own. The roles are spelled out because a browser forgets them with the table layout.
 */
export function Table<Row>({ label, columns, rows, rowKey, isSelected }: TableProps<Row>) {
  return (
    // A scrolling region must be reachable by keyboard.
    <div className="v-card v-table-box" role="region" aria-label={label} tabIndex={0}>
      <table className="v-table v-table--stack" role="table">
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                role="columnheader"
                className={column.numeric === true ? 'v-table__num' : undefined}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              data-selected={isSelected?.(row) === true ? true : undefined}
            >
              {columns.map((column) => (
                <td
                  key={column.id}
                  role="cell"
                  data-label={column.label}
                  className={column.numeric === true ? 'v-table__num' : undefined}
                >
                  <div>{column.cell(row)}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
