import { z } from 'zod';
import { ERROR_STATUS, ErrorBody } from '../../contracts/index.ts';
import { ADMINISTRATION } from './administration.ts';
import { CHAT_AND_RUNS } from './chat-and-runs.ts';
import type { DescribedRoute } from './described-route.ts';

const ROUTES: readonly DescribedRoute[] = [...CHAT_AND_RUNS, ...ADMINISTRATION];

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
  for (const route of ROUTES) (paths[route.path] ??= {})[route.method] = operation(route);
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
      },
      schemas: {
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
    security: [{ session: [] }, { embedded: [] }],
  };
}

function operation(route: DescribedRoute): Operation {
  const { method, path, summary, body, answer, status = 200 } = route;
  return {
    operationId: `${method}_${path.replace(/\W+/g, '_').replace(/^_|_$/g, '')}`,
    summary,
    ...(route.isOpen === true ? { security: [] } : {}),
    parameters: parameters(route),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: shape(body, 'input') } },
          },
        }),
    responses: {
      [String(status)]: { description: 'Done.', ...content(answer) },
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
            name: 'Idempotency-Key',
            description:
              'Made by the client, one for each thing to be done; sent again on a retry.',
            schema: { type: 'string', pattern: '^[\\w-]{8,64}$' },
          },
        ]
      : []),
  ];
}

function content(answer: DescribedRoute['answer']): Part {
  if (answer === null) return {};
  if (typeof answer === 'string') return { content: { [answer]: {} } };
  return { content: { 'application/json': { schema: shape(answer, 'output') } } };
}

/** What JSON Schema cannot say of a shape, such as a refinement, is left out of it. */
function shape(schema: z.ZodType, io: 'input' | 'output'): Part {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

function codesByStatus(): Readonly<Record<string, readonly string[]>> {
  const codes: Record<string, string[]> = {};
  for (const [code, status] of Object.entries(ERROR_STATUS)) {
    (codes[String(status)] ??= []).push(code);
  }
  return codes;
}
