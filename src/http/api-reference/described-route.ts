import { z } from 'zod';

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

type More = Partial<Omit<DescribedRoute, 'method' | 'path' | 'summary'>>;

/** `GET /path`, what it does, and the shapes; without an answer, none is described. */
export function described(route: string, summary: string, more: More = {}): DescribedRoute {
  const [method = '', path = ''] = route.split(' ');
  return {
    method: method.toLowerCase() as DescribedRoute['method'],
    path: path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{rest}'),
    summary,
    answer: null,
    ...more,
  };
}

/** A list of these. */
export const many = (schema: z.ZodType): z.ZodType => z.array(schema);
