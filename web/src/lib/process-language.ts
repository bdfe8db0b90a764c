/**
 * Whether a process is meant for pages of this language. A skill has no language: by the convention of the bundled ones an
 * identifier that ends in `-de` is for German pages, every other one for the rest.
 */
export function fitsLanguage(identifier: string, language: string): boolean {
  return identifier.endsWith('-de') === /^de(?![a-z])/iu.test(language);
}
