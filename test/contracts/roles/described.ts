import { Ajv2020 } from 'ajv/dist/2020.js';
import { openApiDocument } from '../../../src/http/api-reference/index.ts';

const document = openApiDocument();
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ ...document, $id: 'api' });

interface Described {
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
}

/**
 * Where an answer is other than the document says (API-04): a status, a type or a shape. `null` = it is as described, or the
 * route is none of the API. What is streamed is not read to its end.
 */
export async function undescribed(route: string, response: Response): Promise<unknown> {
  const [method = '', path = ''] = route.replace('ALL /api/auth/', 'POST /api/auth/').split(' ');
  const address = path.replace(/:(\w+)/g, '{$1}').replace(/\*$/, '{rest}');
  const operation = document.paths[address]?.[method.toLowerCase()] as Described | undefined;
  const type = response.headers.get('content-type')?.split(';')[0] ?? null;
  if (type === 'text/event-stream') await response.body?.cancel();
  if (operation === undefined) return null;
  const { status } = response;
  if (status >= 400) {
    return differs('/components/schemas/Error', await response.json());
  }
  const described = operation.responses[String(status)];
  if (described === undefined) return { status };
  const { content = {} } = described;
  const types = Object.keys(content);
  if (types.join() !== (type ?? '')) return { type, types };
  if (type !== 'application/json' || content[type]?.schema === undefined) return null;
  const at = ['paths', address, method.toLowerCase(), 'responses', status, 'content', type];
  return differs(`/${at.map(pointed).join('/')}/schema`, await response.json());
}

function differs(pointer: string, body: unknown): unknown {
  const validate = ajv.compile({ $ref: `api#${pointer}` });
  return validate(body) ? null : validate.errors;
}

function pointed(part: string | number): string {
  return encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1'));
}
