import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from '../local-server.ts';
import { FakeRepository } from './fake-repository.ts';

export interface FakeRequest {
  readonly host: string;
  readonly path: string;
  readonly authorization: string | null;
}

/** An answer that replaces the real one. */
export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A GitHub on this machine, spoken to over real HTTP. */
export interface FakeGitHub {
  /** Where it listens; the path begins with the host it plays (`/api.github.com/…`). */
  readonly url: string;
  /** To be given in place of `fetch`: reaches the fake for GitHub's hosts, and nobody else. */
  readonly fetch: typeof globalThis.fetch;
  /** Everything asked so far, in order. */
  readonly requests: readonly FakeRequest[];
  /** How many of them asked for a file's content. */
  readonly bodyRequests: number;
  forgetRequests(): void;
  /** The repository of that name, made at its first mention. */
  repository(name: string): FakeRepository;
  /** Removes a repository. */
  remove(name: string): void;
  /** Called before every answer; what it returns is answered instead. May wait. */
  intercept(by: ((request: FakeRequest) => Promise<FakeAnswer | null>) | null): void;
  /** From the next request on: no more requests, the way GitHub says it; `null` ends it. */
  limit(answer: FakeAnswer | null): void;
  close(): Promise<void>;
}

const HOSTS = ['api.github.com', 'raw.githubusercontent.com'];

/** Starts a GitHub on a free port. `options.fetch` is what carries the requests to it. */
export async function startFakeGitHub(options: {
  readonly fetch: typeof globalThis.fetch;
}): Promise<FakeGitHub> {
  const repositories = new Map<string, FakeRepository>();
  const requests: FakeRequest[] = [];
  let interceptor: ((request: FakeRequest) => Promise<FakeAnswer | null>) | null = null;
  let limited: FakeAnswer | null = null;

  async function answer(request: FakeRequest): Promise<FakeAnswer | Uint8Array> {
    const other = (await interceptor?.(request)) ?? limited;
    if (other !== null) return other;
    return request.host === 'api.github.com'
      ? answerApi(repositories, request)
      : answerRaw(repositories, request);
  }

  const server = await startLocalServer((incoming, response) => {
    const request = requestOf(incoming);
    requests.push(request);
    answer(request)
      .then((made) => {
        send(response, made);
      })
      .catch((error: unknown) => {
        send(response, { status: 500, body: String(error) });
      });
  });
  return {
    url: server.origin,
    fetch: (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.protocol !== 'https:' || !HOSTS.includes(url.host)) {
        return Promise.reject(new Error(`The fake is not ${url.host}.`));
      }
      const there = `${server.origin}/${url.host}${url.pathname}${url.search}`;
      return options.fetch(there, init);
    },
    requests,
    get bodyRequests() {
      return requests.filter(({ host }) => host === 'raw.githubusercontent.com').length;
    },
    forgetRequests: () => {
      requests.length = 0;
    },
    repository: (name) => {
      const known = repositories.get(name) ?? new FakeRepository(name);
      repositories.set(name, known);
      return known;
    },
    remove: (name) => {
      repositories.delete(name);
    },
    intercept: (by) => {
      interceptor = by;
    },
    limit: (by) => {
      limited = by;
    },
    close: () => server.close(),
  };
}

function requestOf(incoming: IncomingMessage): FakeRequest {
  const [, host = '', ...rest] = (incoming.url ?? '').split('/');
  return {
    host,
    path: `/${rest.join('/')}`,
    authorization: incoming.headers.authorization ?? null,
  };
}

const NOT_FOUND: FakeAnswer = { status: 404, body: '{"message":"Not Found"}' };

/** The repository a request may see; an answer when it may not. */
function visible(
  repositories: ReadonlyMap<string, FakeRepository>,
  name: string,
  request: FakeRequest,
): FakeRepository | FakeAnswer {
  const repository = repositories.get(name);
  if (repository === undefined) return NOT_FOUND;
  if (repository.movedTo !== null) {
    const location = `https://${request.host}${request.path.replace(name, repository.movedTo)}`;
    return { status: 301, headers: { location }, body: '{"message":"Moved Permanently"}' };
  }
  const { token } = repository;
  return token === null || request.authorization === `Bearer ${token}` ? repository : NOT_FOUND;
}

function answerApi(
  repositories: ReadonlyMap<string, FakeRepository>,
  request: FakeRequest,
): FakeAnswer {
  const [path = ''] = request.path.split('?');
  const [, repos, owner = '', name = '', ...rest] = path.split('/').map(decodeURIComponent);
  if (repos !== 'repos') return NOT_FOUND;
  const repository = visible(repositories, `${owner}/${name}`, request);
  if (!(repository instanceof FakeRepository)) return repository;
  const [kind, ...of] = rest;
  if (kind === 'commits') {
    const commit = repository.resolve(of.join('/'));
    return commit === null
      ? { status: 422, body: '{"message":"No commit found for SHA"}' }
      : { status: 200, body: commit };
  }
  const tree = kind === 'git' && of[0] === 'trees' ? repository.tree(of[1] ?? '') : null;
  if (tree === null) return NOT_FOUND;
  const shown = repository.isTruncated ? tree.slice(0, Math.floor(tree.length / 2)) : tree;
  return {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ sha: of[1], truncated: repository.isTruncated, tree: shown }),
  };
}

function answerRaw(
  repositories: ReadonlyMap<string, FakeRepository>,
  request: FakeRequest,
): FakeAnswer | Uint8Array {
  const [, owner = '', name = '', commit = '', ...path] = request.path
    .split('/')
    .map(decodeURIComponent);
  const repository = visible(repositories, `${owner}/${name}`, request);
  if (!(repository instanceof FakeRepository)) return repository;
  return repository.bytes(commit, path.join('/')) ?? NOT_FOUND;
}

function send(response: ServerResponse, answer: FakeAnswer | Uint8Array): void {
  if (answer instanceof Uint8Array) {
    response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
    response.end(answer);
    return;
  }
  response.writeHead(answer.status, answer.headers);
  response.end(answer.body ?? '');
}
