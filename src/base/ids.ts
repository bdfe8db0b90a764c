/** Where code takes new identifiers from. */
export interface Ids {
  /** A new UUID (version 7: sorts by creation). */
  uuid(): string;
  /** `byteCount` random bytes as lower-case hex, for secrets in links. */
  secret(byteCount: number): string;
}

/** Identifiers from the platform's secure random source. */
export const systemIds: Ids = {
  uuid: () => uuidV7(Date.now(), crypto.getRandomValues(new Uint8Array(10))),
  secret: (byteCount) => hex(crypto.getRandomValues(new Uint8Array(byteCount))),
};

/** A version 7 UUID of a time and ten random bytes. */
export function uuidV7(atMs: number, random: Uint8Array): string {
  const time = atMs.toString(16).padStart(12, '0');
  const tail = hex(random);
  const variant = ((parseInt(tail.slice(3, 4), 16) & 0x3) | 0x8).toString(16);
  return [
    time.slice(0, 8),
    time.slice(8, 12),
    `7${tail.slice(0, 3)}`,
    `${variant}${tail.slice(4, 7)}`,
    tail.slice(7, 19),
  ].join('-');
}

function hex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
