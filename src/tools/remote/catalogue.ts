import {
  AppError,
  byteLength,
  canonicalJson,
  excerpt,
  normaliseLineEnds,
  sha256Hex,
} from '../../base/index.ts';
import { HIDDEN_CHARACTER, type RemoteToolProblem } from '../../contracts/index.ts';
import { localName } from './names.ts';

/** A tool as a server names it; nothing in it has been looked at. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  /** The server's own claims, such as `readOnlyHint`. They are shown and authorise nothing. */
  readonly annotations?: Readonly<Record<string, unknown>> | undefined;
}

/** A tool of a server as it is kept: within bounds, or with the reason why it is never offered. */
export interface RemoteToolSpec {
  readonly name: string;
  readonly description: string;
  /** `null` when it was too large to keep. */
  readonly inputSchema: Readonly<Record<string, unknown>> | null;
  readonly claims: readonly string[];
  readonly problem: RemoteToolProblem | null;
}

export interface Catalogue {
  readonly digest: string;
  /** By name. */
  readonly tools: readonly RemoteToolSpec[];
}

/** Bounds of what a server may name (facts §4). */
const MAX_SCHEMA_BYTES = 16 * 1024;
const MAX_SCHEMA_DEPTH = 12;
const MAX_DESCRIPTION_BYTES = 16 * 1024;
const MAX_CLAIMS = 20;

/**
 * What a server named, within its bounds, with the digest an approval is bound to. A tool out of bounds is kept with the
 * reason; a catalogue that cannot be told apart tool by tool is refused as a whole (`mcp_failed`).
 */
export function readCatalogue(
  identifier: string,
  listed: readonly ListedTool[],
  maxTools: number,
): Catalogue {
  if (listed.length > maxTools) {
    throw new AppError(
      'mcp_failed',
      `The server names ${String(listed.length)} tools; at most ${String(maxTools)} are taken.`,
    );
  }
  if (new Set(listed.map(({ name }) => name)).size !== listed.length) {
    throw new AppError('mcp_failed', 'The server names a tool twice.');
  }
  const tools = listed
    .map((tool) => readTool(identifier, tool))
    .sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  return { digest: catalogueDigest(tools), tools };
}

/** Names, descriptions and schemas, whatever their order; claims are no part of it, because they mean nothing here. */
export function catalogueDigest(tools: readonly RemoteToolSpec[]): string {
  return sha256Hex(`[${tools.map(boundText).sort().join(',')}]`);
}

/** What of a tool an approval is bound to. */
export function boundText({ name, description, inputSchema, problem }: RemoteToolSpec): string {
  return canonicalJson({ name, description, inputSchema, problem });
}

function readTool(identifier: string, tool: ListedTool): RemoteToolSpec {
  const description = tool.description ?? '';
  const problem = problemOf(identifier, tool, description);
  const isKept = problem === null || problem === 'name' || problem === 'hiddenCharacters';
  return {
    name: excerpt(tool.name, 200),
    description: problem === 'description' ? excerpt(description, 200) : description,
    inputSchema: isKept ? tool.inputSchema : null,
    claims: claimsOf(tool.annotations),
    problem,
  };
}

function problemOf(
  identifier: string,
  { name, inputSchema }: ListedTool,
  description: string,
): RemoteToolProblem | null {
  if (byteLength(description) > MAX_DESCRIPTION_BYTES) return 'description';
  // Before anything walks the schema in depth.
  if (isDeeperThan(inputSchema, MAX_SCHEMA_DEPTH)) return 'schemaDepth';
  const text = JSON.stringify(inputSchema);
  if (byteLength(text) > MAX_SCHEMA_BYTES) return 'schemaSize';
  if (inputSchema['type'] !== 'object') return 'schemaShape';
  if (localName(identifier, name) === null) return 'name';
  return hasHidden(description) || hasHidden(text) ? 'hiddenCharacters' : null;
}

/** Characters that say something to a model and nothing to whoever approves; line ends and tabs are fine. */
function hasHidden(text: string): boolean {
  return HIDDEN_CHARACTER.test(normaliseLineEnds(text));
}

/** Walks level by level, so that no depth is too much for it. */
function isDeeperThan(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const inner = level.filter(isObject);
    if (inner.length > 0 && depth >= levels) return true;
    level = inner.flatMap((each) => Object.values(each));
  }
  return false;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function claimsOf(annotations: ListedTool['annotations']): readonly string[] {
  return Object.entries(annotations ?? {})
    .filter(([, value]) => ['boolean', 'string', 'number'].includes(typeof value))
    .slice(0, MAX_CLAIMS)
    .map(([name, value]) => excerpt(`${name}: ${String(value)}`, 120));
}
