import { Ajv, type ErrorObject } from 'ajv';

/** What is wrong with a value, in one line; `null` when it matches. */
export type SchemaCheck = (schema: Schema, value: unknown) => string | null;

type Schema = Readonly<Record<string, unknown>>;

/** A schema ready to be asked; throws when it cannot be. */
type Compile = (schema: Schema) => (value: unknown) => string | null;

/** Tools of a large installation; the question on a card is one of a few. */
const MOST_KEPT = 200;

/**
 * Checks values against JSON Schemas. A schema that cannot be compiled matches nothing: a call nobody can check is not run.
 * Compiled ones are kept by their text, since one that was stored is another object each time it is opened; what was used
 * longest ago goes first. `mostKept`: default 200.
 */
export function createSchemaCheck({
  compile = compiled,
  mostKept = MOST_KEPT,
}: { readonly compile?: Compile; readonly mostKept?: number } = {}): SchemaCheck {
  const kept = new Map<string, ReturnType<Compile>>();
  return (schema, value) => {
    const text = JSON.stringify(schema);
    const check = kept.get(text) ?? orUnusable(compile, schema);
    kept.delete(text);
    kept.set(text, check);
    for (const [oldest] of kept) {
      if (kept.size <= mostKept) break;
      kept.delete(oldest);
    }
    return check(value);
  };
}

function orUnusable(compile: Compile, schema: Schema): ReturnType<Compile> {
  try {
    return compile(schema);
  } catch {
    return () => 'its schema cannot be used';
  }
}

// Tools of other servers bring keywords and formats of their own; those are theirs to enforce.
const OPTIONS = { strict: false, allErrors: true, validateFormats: false } as const;

/** Knows what a schema may say; that costs more to learn than any schema of ours, and it keeps none it is asked about. */
const dialect = new Ajv(OPTIONS);

/** By an Ajv of its own: one that is shared keeps every schema it ever compiled. */
function compiled(schema: Schema): ReturnType<Compile> {
  // `$schema` may name a dialect this Ajv has not got, `$id` an address to resolve references against.
  const bare = Object.fromEntries(
    Object.entries(schema).filter(([key]) => key !== '$id' && key !== '$schema'),
  );
  if (dialect.validateSchema(bare) !== true) throw new Error('not a schema');
  const ajv = new Ajv({ ...OPTIONS, meta: false, validateSchema: false });
  const validate = ajv.compile(bare);
  return (value) => (validate(value) ? null : problemOf(ajv, validate.errors));
}

function problemOf(ajv: Ajv, errors: ErrorObject[] | null | undefined): string {
  return ajv.errorsText(errors, { dataVar: 'value', separator: '; ' });
}
