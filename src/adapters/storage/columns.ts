import type { ColumnDataType, ColumnDefinitionBuilder } from 'kysely';
import type { z } from 'zod';
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

/** Columns of a change: those without a value are left as they are. */
export type Given<Columns> = { [Name in keyof Columns]: Columns[Name] | undefined };

/** Column type of a time in milliseconds, and of every other number that outgrows 32 bits. */
export const TIME_MS = 'bigint' as const;

/** Column type of a yes or no, stored as 1 or 0. */
export const FLAG = 'integer' as const;

/**
 * A yes or no as it is stored. What is not given stays so: Kysely leaves columns without a value out of an update, so
 * fields that may be given need no cases of their own.
 */
export function toFlag<Value extends boolean | undefined>(
  value: Value,
): number | Extract<Value, undefined>;
export function toFlag(value: boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** The yes or no that is stored. */
export function fromFlag(value: number): boolean {
  return value !== 0;
}

/** A value as JSON text; nothing and what is not given stay so. */
export function toJson<Value>(value: Value): string | Extract<Value, null | undefined>;
export function toJson(value: unknown): string | null | undefined {
  return value === null || value === undefined ? value : JSON.stringify(value);
}

/** The value of a JSON text; throws when it is none of the schema's. */
export function fromJson<Value, Text extends string | null>(
  text: Text,
  schema: z.ZodType<Value>,
): Value | Extract<Text, null>;
export function fromJson<Value>(text: string | null, schema: z.ZodType<Value>): Value | null {
  return text === null ? null : schema.parse(JSON.parse(text));
}

/** What a query found, as the domain reads it; `null`: nothing. */
export function orNull<Row, Value>(row: Row | undefined, read: (row: Row) => Value): Value | null {
  return row === undefined ? null : read(row);
}
