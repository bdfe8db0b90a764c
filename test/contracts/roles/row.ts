import type { HttpWorld } from '../http-world.ts';

/**
 * A route and who gets in (SEC-01). A cell is the status of a well-formed request: for somebody who may, its success or the
 * refusal that only what is asked for brings; 401 and 403 are the border itself.
 */
export interface Row {
  readonly route: string;
  /** The address asked for; default: the route's own. */
  readonly path?: (world: Prepared) => string;
  readonly body?: (world: Prepared) => unknown;
  readonly cells: readonly [anonymous: number, editor: number, administrator: number];
}

/** A world in which there is one of everything the routes are about. */
export type Prepared = HttpWorld & {
  readonly sourceUid: number;
  readonly providerUid: number;
  readonly mcpServerUid: number;
  readonly modelUid: number;
  readonly digest: string;
  readonly conversations: Readonly<Record<string, string>>;
  readonly asking: string;
  readonly snippetUid: number;
  readonly taskUid: number;
  readonly groupId: string;
  readonly accountId: string;
  readonly webhookId: string;
  /** A delivery to it that came to its end. */
  readonly deliveryId: string;
  /** A run of the editor's. */
  readonly runUuid: string;
};

export const page = ({ page: uid }: Prepared): string => String(uid);
export const skill = ({ processUid }: Prepared): string => String(processUid);

export const TASK = {
  name: 'Teaser',
  description: '',
  category: 'content',
  configurationUid: null,
  promptTemplate: 'Write a teaser.',
  inputs: [],
  outputFormat: 'plain',
  isActive: true,
} as const;

export const MCP_SERVER = {
  identifier: 'shop',
  name: 'Shop',
  transport: 'http',
  url: 'https://mcp.example.org/mcp',
} as const;
