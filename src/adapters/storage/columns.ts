import type { ColumnDataType, ColumnDefinitionBuilder } from 'kysely';
import type { DialectName } from './database.ts';

/** Arguments of `addColumn` after the column's name. */
export type ColumnArguments = [
  type: ColumnDataType,
  build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder,
];

/**
 * An integer primary key the database counts up, never reused:
 * `.addColumn('uid', ...countedId(dialect))`.
 */
export function countedId(dialect: DialectName): ColumnArguments {
  return dialect === 'sqlite'
    ? ['integer', (column) => column.primaryKey().autoIncrement()]
    : ['bigint', (column) => column.primaryKey().generatedByDefaultAsIdentity()];
}

/** Column type of a time in milliseconds, and of every other number that outgrows 32 bits. */
export const TIME_MS = 'bigint' as const;

/** Column type of a yes or no, stored as 1 or 0. */
export const FLAG = 'integer' as const;

/** A yes or no as it is stored. */
export function toFlag(value: boolean): number {
  return value ? 1 : 0;
}

/** The yes or no that is stored. */
export function fromFlag(value: number): boolean {
  return value !== 0;
}
