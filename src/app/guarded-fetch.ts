import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import { AppError, mayConnect, type PrivateAddresses } from '../base/index.ts';

export interface GuardedFetchOptions {
  /** Which addresses of the own network may be reached. */
  readonly allowed: PrivateAddresses;
  /** What the operator sets to allow more; named when an address is refused. */
  readonly setting: string;
  /** Default: the system's. */
  readonly lookup?: typeof systemLookup;
}

/**
 * `fetch` for addresses that people type: it connects only where the server may go, checks the very address it connects to
 * (a name that changes its mind gains nothing), and never follows a redirect. Throws `address_refused`.
 */
export function createGuardedFetch(options: GuardedFetchOptions): typeof globalThis.fetch {
  const lookup = guardedLookup(options);
  // Its own: a connection somebody else keeps open was let through by another rule, and no name is looked up for it.
  const agents = { 'http:': new HttpAgent(KEPT), 'https:': new HttpsAgent(KEPT) };
  return async (input, init = {}) => {
    const url = new URL(
      typeof input === 'string' ? input : input instanceof URL ? input.href : input.url,
    );
    const { protocol } = url;
    if (protocol !== 'http:' && protocol !== 'https:') {
      throw refused(url.hostname, options.setting);
    }
    // No name is looked up for an address that is written out.
    const bare = url.hostname.replace(/^\[|\]$/gu, '');
    if (isIP(bare) !== 0 && !mayConnect(bare, options.allowed)) {
      throw refused(bare, options.setting);
    }
    const { body = null } = init;
    if (body !== null && typeof body !== 'string') {
      throw new TypeError('Only text is sent to guarded addresses.');
    }
    const send = protocol === 'https:' ? httpsRequest : httpRequest;
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const outgoing = send(
        url,
        {
          method: init.method ?? 'GET',
          headers: Object.fromEntries(new Headers(init.headers)),
          lookup,
          agent: agents[protocol],
          ...(init.signal === null || init.signal === undefined ? {} : { signal: init.signal }),
        },
        resolve,
      );
      outgoing.on('error', reject);
      outgoing.end(body ?? undefined);
    });
    return toResponse(answer);
  };
}

/** As Node's own agents keep connections. */
const KEPT = { keepAlive: true, scheduling: 'lifo', timeout: 5_000 } as const;

function guardedLookup({ allowed, setting, lookup = systemLookup }: GuardedFetchOptions) {
  const guarded: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, [], 0);
        return;
      }
      const addresses: LookupAddress[] = found;
      const [first] = addresses;
      if (first === undefined || addresses.some(({ address }) => !mayConnect(address, allowed))) {
        callback(refused(hostname, setting), [], 0);
      } else if (options.all === true) {
        callback(null, addresses);
      } else {
        callback(null, first.address, first.family);
      }
    });
  };
  return guarded;
}

/** What came, with 502 in the place of a status that no `Response` can have. */
function toResponse(answer: IncomingMessage): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  const told = answer.statusCode ?? 0;
  const status = told >= 200 && told <= 599 ? told : 502;
  if (!BODILESS.includes(status)) return new Response(Readable.toWeb(answer), { status, headers });
  // Unread, it would hold its connection. A body can follow this one all the same: it is cut off.
  if (status === 205) answer.destroy();
  else answer.resume();
  return new Response(null, { status, headers });
}

/** Of the statuses an answer can end with, those a `Response` takes no body with. */
const BODILESS: readonly number[] = [204, 205, 304];

function refused(host: string, setting: string): AppError {
  return new AppError(
    'address_refused',
    `${host} is an address of this server's own network, or no address at all. Choose a public one, or let the operator allow it with ${setting}.`,
    { data: { host } },
  );
}
