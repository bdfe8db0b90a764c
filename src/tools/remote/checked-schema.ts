type Schema = Readonly<Record<string, unknown>>;

/** Members that hold schemas by a name of their own choosing. */
const NAMED = ['properties', '$defs', 'definitions', 'dependentSchemas'];
/** Members that hold data, not schemas. */
const DATA = ['enum', 'const', 'default', 'examples', 'required'];
/** A foreign regular expression could keep this process busy for good; the server checks its own. */
const LEFT_OUT = ['pattern', 'patternProperties'];

/** A server's schema as arguments are checked against it here: without its regular expressions. */
export function checkedSchema(schema: Schema): Schema {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([name, value]) => {
      if (LEFT_OUT.includes(name)) return [];
      if (DATA.includes(name)) return [[name, value]];
      if (NAMED.includes(name) && isSchema(value)) {
        const members = Object.entries(value).map(([key, inner]) => [key, inside(inner)]);
        return [[name, Object.fromEntries(members) as unknown]];
      }
      return [[name, inside(value)]];
    }),
  );
}

function inside(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inside);
  return isSchema(value) ? checkedSchema(value) : value;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
