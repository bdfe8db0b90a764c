/** Which addresses of its own network a server may be sent to by what people type. */
export type PrivateAddresses = 'none' | 'loopback' | 'private';

export type AddressKind = 'public' | 'loopback' | 'private' | 'reserved';

/** What kind of address a text of an IPv4 or IPv6 address is; what cannot be read is `reserved`. */
export function addressKind(address: string): AddressKind {
  const bare = address.replace(/^\[|\]$/gu, '').toLowerCase();
  const mapped = /^::(?:ffff:(?:0:)?)?(\d+\.\d+\.\d+\.\d+)$/u.exec(bare);
  if (mapped?.[1] !== undefined) return kindOfIpv4(mapped[1]);
  return bare.includes(':') ? kindOfIpv6(bare) : kindOfIpv4(bare);
}

/** Whether a server may connect there; link-local and other reserved addresses never (cloud metadata lies there). */
export function mayConnect(address: string, allowed: PrivateAddresses): boolean {
  switch (addressKind(address)) {
    case 'public':
      return true;
    case 'loopback':
      return allowed !== 'none';
    case 'private':
      return allowed === 'private';
    case 'reserved':
      return false;
  }
}

function kindOfIpv4(text: string): AddressKind {
  const parts = text.split('.').map((part) => (/^\d{1,3}$/u.test(part) ? Number(part) : 256));
  const [a = 256, b = 256, c = 256] = parts;
  if (parts.length !== 4 || parts.some((part) => part > 255)) return 'reserved';
  if (a === 127) return 'loopback';
  if (a === 10 || (a === 172 && b >= 16 && b <= 31) || (a === 192 && b === 168)) return 'private';
  const isShared = a === 100 && b >= 64 && b <= 127;
  const isSpecial =
    a === 0 ||
    a >= 224 ||
    (a === 169 && b === 254) ||
    (a === 192 && b === 0 && (c === 0 || c === 2)) ||
    (a === 192 && b === 88 && c === 99) ||
    (a === 198 && (b === 18 || b === 19)) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113);
  return isShared || isSpecial ? 'reserved' : 'public';
}

function kindOfIpv6(text: string): AddressKind {
  const groups = groupsOf(text);
  if (groups === null) return 'reserved';
  const [first = 0] = groups;
  const leading = groups.slice(0, 7).every((group) => group === 0);
  if (leading && groups[7] === 1) return 'loopback';
  // An IPv4 address inside an IPv6 one is what the connection goes to.
  const inner = `${ipv4Half(groups[6])}.${ipv4Half(groups[7])}`;
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return kindOfIpv4(inner);
  }
  if (first === 0x64 && groups[1] === 0xff9b) {
    // Only the well-known prefix ends with it: one of the own network carries it elsewhere (RFC 6052, RFC 8215).
    return groups.slice(2, 6).every((group) => group === 0) ? kindOfIpv4(inner) : 'reserved';
  }
  if (first === 0x2002) return kindOfIpv4(`${ipv4Half(groups[1])}.${ipv4Half(groups[2])}`);
  if ((first & 0xfe00) === 0xfc00) return 'private';
  // Only 2000::/3 is given out to the public.
  const isGlobal = (first & 0xe000) === 0x2000;
  return isGlobal && !isSpecialIpv6(first, groups[1]) ? 'public' : 'reserved';
}

/** Of 2000::/3 what belongs to protocols (2001::/23, so Teredo, benchmarks and ORCHID) and to documentation (IANA, RFC 9637). */
function isSpecialIpv6(first: number, second = 0): boolean {
  if (first === 0x2001) return second < 0x200 || second === 0xdb8;
  return first === 0x3fff && second < 0x1000;
}

function ipv4Half(group = 0): string {
  return `${String(group >> 8)}.${String(group & 0xff)}`;
}

/** The eight groups of an IPv6 address without a zone; `null` when it is none. */
function groupsOf(text: string): readonly number[] | null {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const read = (half: string | undefined) =>
    half === undefined || half === '' ? [] : half.split(':');
  const head = read(halves[0]);
  const tail = read(halves[1]);
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const all = [...head, ...Array.from({ length: missing }, () => '0'), ...tail];
  return all.every((group) => /^[0-9a-f]{1,4}$/u.test(group))
    ? all.map((group) => parseInt(group, 16))
    : null;
}
