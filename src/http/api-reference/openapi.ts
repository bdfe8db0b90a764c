import { z } from 'zod';
import { ERROR_STATUS, ErrorBody, type ApiRoute } from '../../contracts/index.ts';
import { IDEMPOTENCY_HEADER, IDEMPOTENCY_KEY } from '../carry-out-once.ts';
import { isEmbeddable } from '../embed-rules.ts';
import { ADMINISTRATION } from './administration.ts';
import { CHAT_AND_RUNS } from './chat-and-runs.ts';
import { keyAccess } from '../key-rules.ts';
import type { DescribedRoute } from './described-route.ts';
import { PEOPLE } from './people.ts';
import { OPERATION } from './operation.ts';

const TABLES = [...CHAT_AND_RUNS, ...ADMINISTRATION, ...OPERATION, ...PEOPLE] as const;
/** What the typed map of routes names and nobody describes. */
type LeftOut = Exclude<ApiRoute, (typeof TABLES)[number]['route']>;
// Where something is left out, this does not compile and names it.
const ROUTES: [LeftOut] extends [never] ? readonly DescribedRoute[] : LeftOut = TABLES;

const JSON_TYPE = 'application/json';
const STREAM_TYPE = 'text/event-stream';

type Part = Readonly<Record<string, unknown>>;

/** The document's part that is read by its page too. */
export interface ApiDocument extends Part {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

export interface Operation extends Part {
  readonly summary: string;
}

/** The OpenAPI 3.1 document of the HTTP API, from the contracts (API-04). */
export function openApiDocument(): ApiDocument {
  const paths: Record<string, Record<string, Operation>> = {};
  const schemas: Record<string, Part> = {};
  const shape = shapesWith(schemas);
  for (const route of ROUTES) (paths[route.path] ??= {})[route.method] = operation(route, shape);
  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Vouch',
      version: '0.1.0',
      description:
        'Everything the web interface does. Requests that change state come from the server’s own origin. Codes of errors are stable; their sentences are not.',
    },
    paths,
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'vouch.session_token' },
        embedded: { type: 'http', scheme: 'bearer', description: 'The token of an embedded chat.' },
        key: { type: 'http', scheme: 'bearer', description: 'The key of a service account.' },
      },
      schemas: {
        ...schemas,
        Error: shape(ErrorBody, 'output'),
        ErrorCode: { type: 'string', enum: Object.keys(ERROR_STATUS) },
      },
      responses: {
        Error: {
          description: 'A refusal: what it is called, and why. Codes by status: `x-codes`.',
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
          'x-codes': codesByStatus(),
        },
      },
    },
    security: [{ session: [] }],
  };
}

type Shape = (schema: z.ZodType, io: 'input' | 'output') => Part;

function operation(route: DescribedRoute, shape: Shape): Operation {
  const { method, path, summary, body, answer, isStream = false, status = 200 } = route;
  const content = (type: string, schema: z.ZodType | string, io: 'input' | 'output') => ({
    content:
      typeof schema === 'string' ? { [schema]: {} } : { [type]: { schema: shape(schema, io) } },
  });
  return {
    operationId: `${method}_${path.replace(/\W+/g, '_').replace(/^_|_$/g, '')}`,
    summary,
    ...security(route),
    parameters: parameters(route),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, ...content(JSON_TYPE, body, 'input') } }),
    responses: {
      [String(status)]: {
        description: 'Done.',
        ...(answer === null ? {} : content(isStream ? STREAM_TYPE : JSON_TYPE, answer, 'output')),
      },
      default: { $ref: '#/components/responses/Error' },
    },
  };
}

function parameters({ path, query = [], isOnce = false }: DescribedRoute): readonly Part[] {
  const text = { schema: { type: 'string' } } as const;
  return [
    ...Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => ({
      in: 'path',
      name,
      required: true,
      ...text,
    })),
    ...query.map((name) => ({ in: 'query', name, ...text })),
    ...(isOnce
      ? [
          {
            in: 'header',
            name: IDEMPOTENCY_HEADER,
            description:
              'Made by the client, one for each thing to be done; sent again on a retry.',
            schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
          },
        ]
      : []),
  ];
}

/** Who may ask, where it is not everybody with a session alone: an embedded chat's token and keys open some. */
function security({ method, path, isOpen = false }: DescribedRoute): Part {
  if (isOpen) return { security: [] };
  const asked = path.replace(/\{\w+\}/g, '1');
  const access = keyAccess(method.toUpperCase(), asked);
  const others = [
    ...(isEmbeddable(method.toUpperCase(), asked) ? [{ embedded: [] }] : []),
    ...(access === 'closed' ? [] : [{ key: access === 'any' ? [] : [access] }]),
  ];
  return others.length === 0 ? {} : { security: [{ session: [] }, ...others] };
}

/**
 * Shapes as JSON Schema; parts with a name of their own, such as one that holds itself, are put among `named` and referred
 * to. What JSON Schema cannot say of a shape, such as a refinement, is left out of it.
 */
function shapesWith(named: Record<string, Part>): Shape {
  const referring = (part: unknown) =>
    JSON.parse(JSON.stringify(part).replaceAll('"#/$defs/', '"#/components/schemas/')) as Part;
  return (schema, io) => {
    const {
      $schema: _,
      $defs = {},
      ...rest
    } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
    for (const [name, part] of Object.entries($defs)) named[name] = referring(part);
    return referring(rest);
  };
}

function codesByStatus(): Readonly<Record<string, readonly string[]>> {
  const codes: Record<string, string[]> = {};
  for (const [code, status] of Object.entries(ERROR_STATUS)) {
    (codes[String(status)] ??= []).push(code);
  }
  return codes;
}
