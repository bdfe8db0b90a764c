/** What an event stream needs of its connection; `EventSource` has it. */
export interface EventConnection {
  onopen: ((event: Event) => void) | null;
  onmessage: ((message: MessageEvent<unknown>) => void) | null;
  onerror: ((event: Event) => void) | null;
  /** 2: given up. */
  readonly readyState: number;
  addEventListener(name: string, listener: (message: MessageEvent<unknown>) => void): void;
  close(): void;
}

/** How the server is reached. */
export interface ServerAccess {
  /** Whether the browser sends what is needed by itself, so that an address alone shows a picture. */
  readonly isOwnOrigin: boolean;
  readonly fetch: typeof fetch;
  readonly openEvents: (path: string) => EventConnection;
}

/** Our own origin, with its session cookie. */
const OWN_ORIGIN: ServerAccess = {
  isOwnOrigin: true,
  fetch: (input, init) => globalThis.fetch(input, init),
  openEvents: (path) => new EventSource(path),
};

let current = OWN_ORIGIN;

/** Sends everything from now on another way: for a chat in a page of another origin. `null` = to our own origin again. */
export function reachServer(access: ServerAccess | null): void {
  current = access ?? OWN_ORIGIN;
}

export function serverAccess(): ServerAccess {
  return current;
}
