import type { Selectable } from 'kysely';
import { z } from 'zod';
import { RemoteDataClass, RemoteToolProblem } from '../../../contracts/index.ts';
import type { RemoteServer, RemoteToolSpec } from '../../../tools/index.ts';
import { fromFlag, fromJson } from '../columns.ts';
import type { McpServerTable } from './tables.ts';

const StoredTransport = z.union([
  z.object({
    kind: z.literal('stdio'),
    command: z.string(),
    arguments: z.array(z.string()),
    tokenVariable: z.string().nullable(),
  }),
  z.object({ kind: z.literal('http'), url: z.string() }),
]);

const StoredTools = z.array(
  z.object({
    name: z.string(),
    description: z.string(),
    inputSchema: z.record(z.string(), z.unknown()).nullable(),
    claims: z.array(z.string()),
    problem: RemoteToolProblem.nullable(),
  }),
);

export function serverOf(row: Selectable<McpServerTable>): RemoteServer {
  return {
    uid: row.uid,
    identifier: row.identifier,
    name: row.name,
    transport: fromJson(row.transport, StoredTransport),
    revision: row.revision,
    hasToken: row.sealed_token !== null,
    // A class of a later version is none this one knows, and without one a server is inert.
    dataClass: RemoteDataClass.nullable().catch(null).parse(row.data_class),
    // Only a plain no is one (facts §4).
    requiresApproval: row.requires_approval !== 0,
    operationMs: row.operation_ms,
    maxResponseBytes: row.max_response_bytes,
    callsPerSegment: row.calls_per_segment,
    isActive: fromFlag(row.is_active),
    seenDigest: row.seen_digest,
    approvedDigest: row.approved_digest,
    approvedBy: row.approved_by,
    approvedAtMs: row.approved_at_ms,
    stoppedAtMs: row.stopped_at_ms,
    answeredAtMs: row.answered_at_ms,
    failure:
      row.failed_at_ms === null ? null : { atMs: row.failed_at_ms, message: row.failure ?? '' },
  };
}

export function toolsOf(text: string): readonly RemoteToolSpec[] {
  return fromJson(text, StoredTools);
}
