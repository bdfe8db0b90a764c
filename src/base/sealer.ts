/** Encrypts what is stored and must not be read or altered by whoever gets hold of the database. */
export interface Sealer {
  /** `plaintext` encrypted and authenticated together with `context`, which names the column it is for. */
  seal(plaintext: string, context: string): string;
  /**
   * The text that was sealed. Throws `unreadable` when it was sealed with another key or for another context, was altered,
   * or is no sealed text at all.
   */
  open(sealed: string, context: string): string;
}
