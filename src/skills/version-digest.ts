import { canonicalJson, normaliseLineEnds, sha256Hex } from '../base/index.ts';
import { normaliseAllowedTools } from './allowed-tools.ts';
import type { SkillVersion } from './skill.ts';

/** The format new digests are written in. A further digested field needs a new one (DIG-11). */
const DIGEST_FORMAT = '1';

type Serialise = (version: SkillVersion) => string;

const FORMATS: Readonly<Record<string, Serialise>> = {
  // canonicalJson sorts keys, so the order of this literal means nothing.
  '1': (version) => {
    const { name, description, body, supportStatus, allowedTools, process } =
      normaliseVersion(version);
    return canonicalJson({ name, description, body, supportStatus, allowedTools, process });
  },
};

/**
 * The name of a version: `<format>:<sha256 hex>` over exactly its six digested fields (DIG-01, decisions §19). Line
 * ends count as LF and allowed tools as a sorted set. Throws a `TypeError` for a format this release does not know.
 */
export function versionDigest(version: SkillVersion, format: string = DIGEST_FORMAT): string {
  const serialise = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
  if (serialise === undefined) throw new TypeError(`unknown digest format "${format}"`);
  return `${format}:${sha256Hex(serialise(version))}`;
}

/** Whether a version hashes to a stored digest under that digest's own format (decisions §70); unknown formats never do. */
export function hashesTo(version: SkillVersion, digest: string): boolean {
  const format = digestFormat(digest);
  return format !== null && versionDigest(version, format) === digest;
}

/** The known format a stored digest names, or `null`. */
export function digestFormat(digest: string): string | null {
  const match = /^([0-9]+):[0-9a-f]{64}$/.exec(digest);
  const format = match?.[1];
  return format !== undefined && Object.hasOwn(FORMATS, format) ? format : null;
}

/** A version as it is hashed, stored and composed: LF line ends, allowed tools sorted and each once. */
export function normaliseVersion(version: SkillVersion): SkillVersion {
  return {
    name: normaliseLineEnds(version.name),
    description: normaliseLineEnds(version.description),
    body: normaliseLineEnds(version.body),
    supportStatus: version.supportStatus,
    allowedTools: normaliseAllowedTools(version.allowedTools),
    process: version.process,
  };
}

/** sha256 of the body alone: what a source's fingerprint is built from and what a legacy row is checked by (DIG-04). */
export function bodyChecksum(body: string): string {
  return sha256Hex(normaliseLineEnds(body));
}
