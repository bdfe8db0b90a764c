import type { Transaction } from '../../base/index.ts';
import type { DataClass } from '../tool.ts';
import type { Catalogue, RemoteToolSpec } from './catalogue.ts';

/** How a server is reached. */
export type RemoteTransport =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly arguments: readonly string[];
      /** The variable the command finds the token in; `null` = it gets none. */
      readonly tokenVariable: string | null;
    }
  | { readonly kind: 'http'; readonly url: string };

export interface RemoteServerFields {
  readonly identifier: string;
  readonly name: string;
  readonly transport: RemoteTransport;
  /** `null` = nobody said; the server is inert (facts §4). */
  readonly dataClass: DataClass | null;
  /** Whether every call waits for a person. Default `true`. */
  readonly requiresApproval: boolean;
  /** For everything one call or one look takes. Default 20,000. */
  readonly operationMs: number;
  /** Default 2 MiB. */
  readonly maxResponseBytes: number;
  /** Calls of this server in one segment of a run. Default 20. */
  readonly callsPerSegment: number;
  readonly isActive: boolean;
}

/** A server of tools, as it is entered and as it was last seen. */
export interface RemoteServer extends RemoteServerFields {
  readonly uid: number;
  readonly hasToken: boolean;
  /** Counts changes of how it is reached: what was seen before one is not seen of it. */
  readonly revision: number;
  /** What it named last. */
  readonly seenDigest: string | null;
  readonly approvedDigest: string | null;
  readonly approvedBy: string | null;
  readonly approvedAtMs: number | null;
  /** When its tools were seen to differ from what was approved; only an approval ends that. */
  readonly stoppedAtMs: number | null;
  readonly answeredAtMs: number | null;
  readonly failure: { readonly atMs: number; readonly message: string } | null;
}

export interface RemoteServerStore {
  /** By identifier. */
  servers(): Promise<readonly RemoteServer[]>;
  server(uid: number): Promise<RemoteServer | null>;
  /** `null` = it has none, or is reached otherwise by now: a token belongs to whom it was entered for. */
  sealedToken(server: Pick<RemoteServer, 'uid' | 'revision'>): Promise<string | null>;
  /** `null` when it is neither the one seen last nor the approved one. */
  catalogue(uid: number, digest: string): Promise<readonly RemoteToolSpec[] | null>;
  within(transaction: Transaction): RemoteServerWriter;
}

export interface RemoteServerWriter {
  /** One after the other; taken before what a change or an addition rests on is read. */
  lock(): Promise<void>;
  /** `null` when the identifier is taken. */
  add(fields: RemoteServerFields, atMs: number): Promise<number | null>;
  /** With a `transport` its token, what was seen and approved, and the switches of its tools go: they were another server's. */
  change(
    uid: number,
    changes: Partial<Omit<RemoteServerFields, 'identifier'>>,
    atMs: number,
  ): Promise<void>;
  setSealedToken(uid: number, sealed: string | null, atMs: number): Promise<void>;
  /** What the server named; stops its tools when that is not what was approved. `false`: it is reached otherwise by now. */
  recordCatalogue(
    server: Pick<RemoteServer, 'uid' | 'revision'>,
    catalogue: Catalogue,
    atMs: number,
  ): Promise<boolean>;
  /** It answered, with what was known. */
  recordAnswer(server: Pick<RemoteServer, 'uid' | 'revision'>, atMs: number): Promise<void>;
  recordFailure(
    server: Pick<RemoteServer, 'uid' | 'revision'>,
    failure: { readonly atMs: number; readonly message: string },
  ): Promise<void>;
  /** Whether `digest` was still what the server named last. */
  approve(
    uid: number,
    approval: { readonly digest: string; readonly by: string; readonly atMs: number },
  ): Promise<boolean>;
  /** With its catalogues and the switches of its tools. */
  remove(uid: number): Promise<boolean>;
}

/** What a server's token is sealed under. */
export function remoteTokenContext(serverUid: number): string {
  return `mcp_server/${String(serverUid)}/token`;
}
