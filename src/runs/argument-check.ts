import { Ajv, type ValidateFunction } from 'ajv';

/** What is wrong with a value, in one line; `null` when it matches. */
export type SchemaCheck = (
  schema: Readonly<Record<string, unknown>>,
  value: unknown,
) => string | null;

/**
 * Checks values against JSON Schemas. Compiled schemas are kept as long as the schema object lives. A schema that cannot be
 * compiled matches nothing: a call nobody can check is not run.
 */
export function createSchemaCheck(): SchemaCheck {
  // Tools of other servers bring keywords and formats of their own; those are theirs to enforce.
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  const compiled = new WeakMap<object, ValidateFunction | null>();
  const compile = (schema: Readonly<Record<string, unknown>>): ValidateFunction | null => {
    try {
      // `$id` would register the schema for good and clash with its own copy.
      const bare = Object.entries(schema).filter(([key]) => key !== '$id' && key !== '$schema');
      return ajv.compile(Object.fromEntries(bare));
    } catch {
      return null;
    }
  };
  return (schema, value) => {
    let validate = compiled.get(schema);
    if (validate === undefined) {
      validate = compile(schema);
      compiled.set(schema, validate);
    }
    if (validate === null) return 'its schema cannot be used';
    if (validate(value)) return null;
    return ajv.errorsText(validate.errors, { dataVar: 'value', separator: '; ' });
  };
}
