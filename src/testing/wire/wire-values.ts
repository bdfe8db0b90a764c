import { argumentText, type SpokenAnswer, type WireCall } from './wire-script.ts';

/** An object member, or an empty object. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};
}

/** A list of objects, whatever came. */
export function asRecords(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.map(asRecord) : [];
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** How errors of tools are marked where the format has no flag for them. */
const ERROR_MARK = 'Error: ';

/** A result's text and whether its mark says that it is an error. */
export function unmarked(content: string): { content: string; isError: boolean } {
  return content.startsWith(ERROR_MARK)
    ? { content: content.slice(ERROR_MARK.length), isError: true }
    : { content, isError: false };
}

/** Faults of the names and schemas of tools, whatever the format calls the members. */
export function toolFaults(
  tools: readonly { readonly name: unknown; readonly schema: unknown; readonly strict: unknown }[],
): readonly string[] {
  return tools.flatMap(({ name, schema, strict }) => [
    ...(/^[\w-]{1,64}$/u.test(asText(name)) ? [] : [`Invalid tool name: '${asText(name)}'.`]),
    ...(asRecord(schema)['type'] === 'object'
      ? []
      : [`The schema of '${asText(name)}' must have type object.`]),
    ...(strict === true && asRecord(schema)['additionalProperties'] !== false
      ? [`Invalid schema for '${asText(name)}': strict needs additionalProperties false.`]
      : []),
  ]);
}

/** Faults of the names in calls of a transcript, which servers check like those of tools. */
export function callNameFaults(names: readonly unknown[]): readonly string[] {
  return names
    .map(asText)
    .filter((name) => !/^[a-zA-Z_][\w-]{0,63}$/u.test(name))
    .map((name) => `Invalid name in a tool call: '${name}' does not match the pattern.`);
}

/** Arguments as a model request carries them: the parsed object, or `null` for anything else. */
export function parsedArguments(raw: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

/** The text of a content that is a text or a list of parts. */
export function textOf(content: unknown): string {
  return typeof content === 'string'
    ? content
    : asRecords(content)
        .map((part) => asText(part['text']))
        .join('');
}

/** The arguments of a call in formats that carry objects only; `null`: they are none, and cannot be said. */
export function argumentsOf(call: WireCall): Readonly<Record<string, unknown>> | null {
  const text = argumentText(call);
  return text.trim() === '' ? {} : parsedArguments(text);
}

/** Whether a call of the answer cannot be said in a format that carries objects only. */
export function isMalformed({ calls = [] }: SpokenAnswer): boolean {
  return calls.some((call) => argumentsOf(call) === null);
}

/** What an answer cost; something plausible where its script does not say. */
export function usageOf({ usage }: SpokenAnswer): NonNullable<SpokenAnswer['usage']> {
  return usage ?? { promptTokens: 10, completionTokens: 5 };
}
