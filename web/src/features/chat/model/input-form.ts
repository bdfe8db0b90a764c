/** One question of an input card, as a control. */
export interface InputField {
  readonly name: string;
  readonly label: string;
  readonly help: string | null;
  readonly required: boolean;
  readonly control:
    | { readonly kind: 'options'; readonly options: readonly (string | number)[] }
    | { readonly kind: 'text'; readonly long: boolean; readonly maxLength: number | null }
    | {
        readonly kind: 'number';
        readonly whole: boolean;
        readonly min: number | null;
        readonly max: number | null;
      }
    | { readonly kind: 'checkbox' };
}

export type InputValues = Readonly<Record<string, string | number | boolean>>;

/** Controls for the properties of a JSON schema; what has no control here becomes a text field. */
export function inputFields(schema: Record<string, unknown> | null): InputField[] {
  const properties = objectOf(schema?.['properties']);
  const required = Array.isArray(schema?.['required']) ? schema['required'] : [];
  return Object.entries(properties).map(([name, value]) => {
    const property = objectOf(value);
    return {
      name,
      label: textOf(property['title']) ?? words(name),
      help: textOf(property['description']),
      required: required.includes(name),
      control: controlOf(property),
    };
  });
}

/** A card that asks for exactly one choice is answered by the click on it. */
export function singleChoice(fields: readonly InputField[]): InputField | null {
  const only = fields.length === 1 ? fields[0] : undefined;
  return only?.control.kind === 'options' ? only : null;
}

/** The answer to send, or the fields that still want something. */
export function readAnswer(
  fields: readonly InputField[],
  values: InputValues,
): { input: Record<string, unknown> } | { missing: string[] } {
  const input: Record<string, unknown> = {};
  const missing: string[] = [];
  for (const field of fields) {
    const value = valueOf(field, values[field.name]);
    if (value === undefined) {
      if (field.required) missing.push(field.name);
    } else input[field.name] = value;
  }
  return missing.length > 0 ? { missing } : { input };
}

function valueOf(field: InputField, value: InputValues[string] | undefined): unknown {
  if (field.control.kind === 'checkbox') return value === true;
  if (value === undefined || value === '') return undefined;
  if (field.control.kind !== 'number') return value;
  const number = Number(value);
  if (!Number.isFinite(number) || (field.control.whole && !Number.isInteger(number)))
    return undefined;
  const { min, max } = field.control;
  return (min !== null && number < min) || (max !== null && number > max) ? undefined : number;
}

function controlOf(property: Record<string, unknown>): InputField['control'] {
  const options = optionsOf(property);
  if (options.length > 0) return { kind: 'options', options };
  const type = property['type'];
  if (type === 'boolean') return { kind: 'checkbox' };
  if (type === 'number' || type === 'integer')
    return {
      kind: 'number',
      whole: type === 'integer',
      min: numberOf(property['minimum']),
      max: numberOf(property['maximum']),
    };
  const maxLength = numberOf(property['maxLength']);
  return { kind: 'text', maxLength, long: maxLength === null || maxLength > 120 };
}

function optionsOf(property: Record<string, unknown>): (string | number)[] {
  const listed = Array.isArray(property['enum']) ? (property['enum'] as unknown[]) : [];
  return listed.filter(
    (option): option is string | number => typeof option === 'string' || typeof option === 'number',
  );
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function words(name: string): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/[_-]+/g, ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}
