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

/** Rows to read. It scrolls inside its card when it is too wide, and can be scrolled by keyboard. */
export function Table<Row>({ label, columns, rows, rowKey, isSelected }: TableProps<Row>) {
  return (
    // A scrolling region must be reachable by keyboard.
    <div className="v-card v-table-box" role="region" aria-label={label} tabIndex={0}>
      <table className="v-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.id}
                scope="col"
                className={column.numeric === true ? 'v-table__num' : undefined}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} data-selected={isSelected?.(row) === true ? true : undefined}>
              {columns.map((column) => (
                <td
                  key={column.id}
                  className={column.numeric === true ? 'v-table__num' : undefined}
                >
                  {column.cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
