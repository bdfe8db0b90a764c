import type {
  AddMcpServer,
  ChangeMcpServer,
  McpServerView,
  RemoteDataClass,
} from '../../../../src/contracts/index.ts';
import { identifierOf } from '../../lib/identifier.ts';

/** What is typed of a server, as text. */
export interface ServerForm {
  readonly name: string;
  readonly identifier: string;
  readonly transport: 'http' | 'stdio';
  readonly url: string;
  readonly command: string;
  /** One argument a line. */
  readonly arguments: string;
  readonly tokenVariable: string;
  readonly token: string;
  readonly dropToken: boolean;
  readonly dataClass: RemoteDataClass | null;
  readonly requiresApproval: boolean;
  readonly timeoutSeconds: string;
  readonly callsPerSegment: string;
  readonly isActive: boolean;
}

export function formOf(server: McpServerView | null): ServerForm {
  return {
    name: server?.name ?? '',
    identifier: server?.identifier ?? '',
    transport: server?.transport ?? 'http',
    url: server?.url ?? '',
    command: server?.command ?? '',
    arguments: server?.arguments.join('\n') ?? '',
    tokenVariable: server?.tokenVariable ?? '',
    token: '',
    dropToken: false,
    dataClass: server?.dataClass ?? null,
    requiresApproval: server?.requiresApproval ?? true,
    timeoutSeconds: String(server?.timeoutSeconds ?? 20),
    callsPerSegment: String(server?.callsPerSegment ?? 20),
    isActive: server?.isActive ?? true,
  };
}

/** Made of a name; it begins the names of the server's tools. */
export const mcpIdentifierOf = (name: string) =>
  identifierOf(name, { separator: '_', longest: 32 });

/** The fields that cannot be sent like this. */
export function wrongFields(form: ServerForm): readonly (keyof ServerForm)[] {
  const isWhole = (text: string, min: number, max: number) =>
    /^\d+$/.test(text.trim()) && Number(text) >= min && Number(text) <= max;
  const checks: readonly (readonly [keyof ServerForm, boolean])[] = [
    ['name', form.name.trim() !== ''],
    ['identifier', /^[a-z0-9_]{1,32}$/.test(form.identifier)],
    ['url', form.transport === 'stdio' || /^https?:\/\/[^\s/]+/.test(form.url.trim())],
    ['command', form.transport === 'http' || form.command.trim() !== ''],
    ['tokenVariable', /^([A-Z][A-Z0-9_]{0,62})?$/.test(form.tokenVariable.trim())],
    ['dataClass', form.dataClass !== null],
    ['timeoutSeconds', isWhole(form.timeoutSeconds, 2, 120)],
    ['callsPerSegment', isWhole(form.callsPerSegment, 1, 100)],
  ];
  return checks.filter(([, isRight]) => !isRight).map(([field]) => field);
}

/** What is sent of a form without wrong fields. */
export function sentOf(form: ServerForm): ChangeMcpServer & Pick<AddMcpServer, 'name'> {
  const reach =
    form.transport === 'http'
      ? { url: form.url.trim() }
      : {
          command: form.command.trim(),
          arguments: form.arguments.split('\n').filter((line) => line !== ''),
          tokenVariable: form.tokenVariable.trim() || null,
        };
  const token = form.dropToken ? { token: null } : form.token ? { token: form.token } : {};
  return {
    ...reach,
    ...token,
    name: form.name.trim(),
    dataClass: form.dataClass,
    requiresApproval: form.requiresApproval,
    timeoutSeconds: Number(form.timeoutSeconds),
    callsPerSegment: Number(form.callsPerSegment),
    isActive: form.isActive,
  };
}
