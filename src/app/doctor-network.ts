import { createServer } from 'node:net';
import { createGitHubReader } from '../adapters/github/index.ts';
import type { SourceToken } from '../adapters/storage/index.ts';
import { isAppError, type Clock, type Sealer } from '../base/index.ts';
import { PROVIDER_KINDS } from '../models/index.ts';
import { openSourceToken } from '../skills/index.ts';
import { ok, problem, reasonOf, skipped, warning, type Finding } from './doctor-findings.ts';
import type { Settings } from './settings.ts';

const PATIENCE_MS = 10_000;

interface Reach {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
}

/** Whether the port is free, or this installation's own server has it. */
export async function checkPort(
  { server }: Settings,
  serverRuns: boolean,
  reach: Reach,
): Promise<Finding> {
  const { host, port } = server;
  if (port === 0) return ok('port', 'Any free port is taken.');
  const code = await tryToListen(host, port);
  if (code === null) {
    return ok('port', `Port ${String(port)} is free.`);
  }
  if (code === 'EADDRINUSE' && serverRuns && (await answers(host, port, reach))) {
    return ok('port', `The server answers on port ${String(port)}.`);
  }
  const another = `set server.port (VOUCH_PORT) to another one, such as ${String(port + 1)}`;
  switch (code) {
    case 'EADDRINUSE':
      return problem(
        'port',
        `Port ${String(port)} is taken by another program.`,
        `Stop that program (ss -ltnp tells which), or ${another}.`,
      );
    case 'EACCES':
      return problem(
        'port',
        `This account may not open port ${String(port)}.`,
        `Or rather: ${another}.`,
      );
    default:
      return problem(
        'port',
        `Nothing can listen on ${host}:${String(port)} (${code}).`,
        'Set server.host (VOUCH_HOST) to an address of this machine.',
      );
  }
}

function tryToListen(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? 'unknown');
    });
    probe.listen(port, host, () => {
      probe.close(() => {
        resolve(null);
      });
    });
  });
}

async function answers(host: string, port: number, { fetch }: Reach): Promise<boolean> {
  try {
    const name = host.includes(':') ? `[${host}]` : host;
    const url = `http://${name}:${String(port)}/healthz`;
    return (await fetch(url, { signal: AbortSignal.timeout(PATIENCE_MS) })).ok;
  } catch {
    return false;
  }
}

/** Whether the provider of the settings answers, and takes the key. Nothing is generated and nothing costs. */
export async function checkProvider({ model }: Settings, { fetch }: Reach): Promise<Finding> {
  if (model.provider === 'checklist') {
    return ok('provider', 'The built-in checklist needs no provider.');
  }
  const { label, address } = PROVIDER_KINDS[model.provider];
  const base = (model.baseUrl ?? address ?? '').replace(/\/+$/, '');
  const key: Record<string, string> =
    model.apiKey === null
      ? {}
      : model.provider === 'anthropic'
        ? { 'x-api-key': model.apiKey, 'anthropic-version': '2023-06-01' }
        : model.provider === 'google'
          ? { 'x-goog-api-key': model.apiKey }
          : { authorization: `Bearer ${model.apiKey}` };
  const path = model.provider === 'ollama' ? '/api/tags' : '/models';
  try {
    const response = await fetch(`${base}${path}`, {
      headers: key,
      redirect: 'manual',
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    await response.body?.cancel();
    if (response.status === 401 || response.status === 403) {
      return problem(
        'provider',
        `${label} at ${base} refuses the key (status ${String(response.status)}).`,
        'Make a new key with the provider and set it (VOUCH_MODEL_API_KEY, or the provider’s own variable).',
      );
    }
    return response.status >= 500
      ? warning(
          'provider',
          `${label} at ${base} answers with status ${String(response.status)}.`,
          'Try again later; the provider’s status page says more.',
        )
      : ok('provider', `${label} at ${base} answers.`);
  } catch (error) {
    return problem(
      'provider',
      `${label} at ${base} cannot be reached (${networkReason(error)}).`,
      'Check model.baseUrl (VOUCH_MODEL_BASE_URL), name resolution, proxy and firewall of this machine, and that a model server of your own runs.',
    );
  }
}

function networkReason(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const { code } = (cause ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? code : reasonOf(error);
}

/** Whether GitHub still takes the token of each source that has one. */
export async function checkTokens(
  tokens: readonly SourceToken[],
  sealer: Sealer,
  reach: Reach,
): Promise<readonly Finding[]> {
  if (tokens.length === 0) return [ok('source_tokens', 'No source needs a token.')];
  return Promise.all(tokens.map((token) => checkToken(token, sealer, reach)));
}

async function checkToken(source: SourceToken, sealer: Sealer, reach: Reach): Promise<Finding> {
  const [, owner = '', name = ''] = new URL(source.url).pathname.split('/');
  const remedy = `Make a new token on GitHub that may read the repository, and give it to the source "${source.title}" on the page of the sources.`;
  try {
    const token = openSourceToken(sealer, source);
    const repository = { owner, name: name.replace(/\.git$/, '') };
    await createGitHubReader(reach).commitOf(repository, source.ref, {
      token: () => token,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return ok('source_tokens', `GitHub takes the token of "${source.title}".`);
  } catch (error) {
    if (isAppError(error, 'unreadable')) {
      return problem('source_tokens', `The token of "${source.title}" opens with no key.`, remedy);
    }
    if (isAppError(error, 'access_refused') || isAppError(error, 'not_found_upstream')) {
      return problem(
        'source_tokens',
        `GitHub refuses the token of "${source.title}": it was revoked, has expired, or may not read ${source.url}.`,
        remedy,
      );
    }
    return skipped('source_tokens', `"${source.title}": ${reasonOf(error)}`);
  }
}
