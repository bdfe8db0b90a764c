const LOCAL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** The name a server's tool has in runs, `mcp_<identifier>_<remote>`; `null` when providers would not take it (facts §4). */
export function localName(identifier: string, remoteName: string): string | null {
  const name = `mcp_${identifier}_${remoteName}`;
  return remoteName !== '' && LOCAL_NAME.test(name) ? name : null;
}

/**
 * Whether tools of two servers could have the same name: `a` with a tool `b_x`, and `a_b` with a tool `x`. Two such
 * servers cannot exist side by side.
 */
export function identifiersClash(one: string, other: string): boolean {
  return `${one}_`.startsWith(`${other}_`) || `${other}_`.startsWith(`${one}_`);
}
