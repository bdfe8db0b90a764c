/**
 * Tells the other processes of an installation something at once. A message is a hint and may be lost: what it was about,
 * the rows say too.
 */
export interface Broadcast {
  /** The longest text, in UTF-8 bytes. */
  readonly maxBytes: number;
  /** Sends a text to every other process; never throws. */
  tell(topic: string, text: string): void;
  /** Hears the other processes, never one's own. */
  listen(topic: string, hear: (text: string) => void): void;
  /** Calls `look` when messages may have been missed. */
  onGap(look: () => void): void;
}
