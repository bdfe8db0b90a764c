/** Why a SKILL.md is refused. One bad file is one of these and never stops the others (SYN-06). */
export type SkillMarkdownErrorCode =
  | 'not_utf8'
  | 'nul_character'
  | 'no_front_matter'
  | 'front_matter_open'
  | 'front_matter_too_large'
  | 'body_too_large'
  | 'yaml_syntax'
  | 'yaml_directive'
  | 'duplicate_key'
  | 'lookalike_key'
  | 'not_a_mapping'
  | 'name_missing'
  | 'name_not_text'
  | 'name_too_long'
  | 'description_missing'
  | 'description_not_text'
  | 'not_well_formed'
  | 'allowed_tools_item';

export interface SkillMarkdownError {
  readonly code: SkillMarkdownErrorCode;
  /** In the file, from 1. */
  readonly line: number;
  readonly message: string;
  /** What usually helps; `null` when nothing general does. */
  readonly hint: string | null;
}

/** Carries an error out of the parser's depths; never leaves this folder. */
export class RefusedMarkdown extends Error {
  override readonly name = 'RefusedMarkdown';
  readonly refusal: SkillMarkdownError;

  constructor(refusal: SkillMarkdownError) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** Throws what `parseSkillMarkdown` returns as its error. */
export function refuse(
  code: SkillMarkdownErrorCode,
  at: { readonly line: number; readonly hint?: string },
  message: string,
): never {
  throw new RefusedMarkdown({ code, line: at.line, message, hint: at.hint ?? null });
}
