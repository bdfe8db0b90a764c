import type { SkillVersionFields, WriteSkill } from '../../../../../src/contracts/index.ts';

/** What stands in the form; the tools as they were typed. */
export interface SkillForm {
  readonly name: string;
  readonly description: string;
  readonly body: string;
  readonly process: boolean;
  readonly restrictsTools: boolean;
  readonly toolNames: string;
}

export const EMPTY_FORM: SkillForm = {
  name: '',
  description: '',
  body: '',
  process: false,
  restrictsTools: false,
  toolNames: '',
};

export function formOf(version: SkillVersionFields): SkillForm {
  return {
    name: version.name,
    description: version.description,
    body: version.body,
    process: version.process,
    restrictsTools: version.allowedTools !== null,
    toolNames: (version.allowedTools ?? []).join('\n'),
  };
}

/** Fields a skill cannot be stored without. */
export function missingFields(form: SkillForm): ('name' | 'description')[] {
  return (['name', 'description'] as const).filter((field) => form[field].trim() === '');
}

export function skillOf(form: SkillForm): WriteSkill {
  return {
    name: form.name.trim(),
    description: form.description.trim(),
    body: form.body,
    process: form.process,
    allowedTools: form.restrictsTools ? toolNames(form.toolNames) : null,
  };
}

/** One a line or separated by commas; commas inside parentheses belong to the name (decisions §48). */
export function toolNames(text: string): string[] {
  const names = text
    .split(/[,\n](?![^()\n]*\))/)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [...new Set(names)];
}
