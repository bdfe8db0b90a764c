import { z } from 'zod';
import type { ApiRoute, ApiRoutes } from '../../contracts/index.ts';

/** A route as the reference describes it. */
export interface DescribedRoute {
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** With `{name}` for what differs. */
  readonly path: string;
  readonly summary: string;
  /** A text names the type of what is no JSON. */
  readonly body?: z.ZodType | string;
  /** Names of what may be asked for after `?`. */
  readonly query?: readonly string[];
  /** The body of an answer; `null` = none. A text names the type of what is no JSON. */
  readonly answer: z.ZodType | string | null;
  /** The answer is a stream of events of that shape. Default `false`. */
  readonly isStream?: boolean;
  /** Default 200. */
  readonly status?: number;
  /** Needs no session. Default `false`. */
  readonly isOpen?: boolean;
  /** Takes an `Idempotency-Key`. Default `false`. */
  readonly isOnce?: boolean;
}

/** The same, known by its name. */
export interface NamedRoute<Route extends ApiRoute> extends DescribedRoute {
  readonly route: Route;
}

/** What stands under a name in the typed map of routes; `never` where nothing does. */
type Typed<Route extends ApiRoute, Name extends string> = Name extends keyof ApiRoutes[Route]
  ? ApiRoutes[Route][Name]
  : never;

/** How what comes back is described: a shape of exactly that type, or the name of a type that is no JSON. */
type Answer<Value> = unknown extends Value
  ? { readonly answer: 'application/json' }
  : [Value] extends [null]
    ? unknown
    : [Value] extends [string | Blob]
      ? { readonly answer: string }
      : { readonly answer: z.ZodType<Value> };

type Body<Value> = [Value] extends [never]
  ? unknown
  : { readonly body: Blob extends Value ? string : z.ZodType<Value> };

/** What is said of a route has to agree with the typed map that clients are compiled against. */
type More<Route extends ApiRoute> = Pick<DescribedRoute, 'status' | 'isOpen'> &
  Answer<ApiRoutes[Route]['answer']> &
  Body<Typed<Route, 'body'>> &
  ([Typed<Route, 'query'>] extends [never]
    ? unknown
    : { readonly query: readonly Typed<Route, 'query'>[] }) &
  ([Typed<Route, 'once'>] extends [never] ? unknown : { readonly isOnce: true }) &
  ([Typed<Route, 'stream'>] extends [never] ? unknown : { readonly isStream: true });

/** `GET /path`, what it does, and the shapes; without an answer, none is described. */
export function described<Route extends ApiRoute>(
  route: Route,
  summary: string,
  more: More<Route>,
): NamedRoute<Route> {
  const [method = '', path = ''] = route.split(' ');
  return {
    route,
    method: method.toLowerCase() as DescribedRoute['method'],
    path: path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{rest}'),
    summary,
    answer: null,
    ...more,
  };
}

/** A list of these. */
export function many<Value>(schema: z.ZodType<Value>): z.ZodType<Value[]> {
  return z.array(schema);
}
