/**
 * Authenticated encryption of what is kept but must not be read in a database dump. `context` names the place (table,
 * column, row): a sealed text moved to another place does not open. `open` throws when the text was changed, moved, or
 * sealed with a key that is gone.
 */
export interface Sealer {
  seal(plaintext: string, context: string): string;
  open(sealed: string, context: string): string;
}
