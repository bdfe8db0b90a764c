import type { TaskFormat, TaskInput } from '../contracts/index.ts';

const PLACEHOLDER = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/g;
const JSON_ONLY = 'Answer with one JSON value and nothing else.';

/** Placeholders of a template that no field fills. */
export function unknownPlaceholders(
  template: string,
  inputs: readonly Pick<TaskInput, 'name'>[],
): readonly string[] {
  const known = new Set(inputs.map(({ name }) => name));
  const used = [...template.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
  return [...new Set(used)].filter((name) => !known.has(name));
}

/**
 * The prompt of one run. Values are put in once and never read as templates themselves: what a person or a page wrote fills
 * its own place and no other.
 */
export function renderPrompt(
  task: { readonly promptTemplate: string; readonly outputFormat: TaskFormat },
  values: ReadonlyMap<string, string>,
): string {
  const text = task.promptTemplate.replace(
    PLACEHOLDER,
    (_whole, name: string) => values.get(name) ?? '',
  );
  return task.outputFormat === 'json' ? `${text}\n\n${JSON_ONLY}` : text;
}

/** What is wrong with the values of a run: the first field that is missing or holds no option of its. */
export function inputProblem(
  inputs: readonly TaskInput[],
  given: Readonly<Record<string, string>>,
): { readonly field: string; readonly problem: 'missing' | 'not_an_option' | 'unknown' } | null {
  for (const { name, kind, required, options } of inputs) {
    const value = (given[name] ?? '').trim();
    if (value === '' && required) return { field: name, problem: 'missing' };
    if (value !== '' && kind === 'choice' && !options.includes(value)) {
      return { field: name, problem: 'not_an_option' };
    }
  }
  const unknown = Object.keys(given).find((name) => !inputs.some((input) => input.name === name));
  return unknown === undefined ? null : { field: unknown, problem: 'unknown' };
}

/** Whether an answer is JSON, also inside the fence some models put around it. */
export function isJson(text: string): boolean {
  const fenced = /^\s*```(?:json)?\s*\n([\s\S]*?)\n```\s*$/.exec(text);
  try {
    JSON.parse(fenced?.[1] ?? text);
    return true;
  } catch {
    return false;
  }
}
