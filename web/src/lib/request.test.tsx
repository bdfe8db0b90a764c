import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from './api-error.ts';
import { requestAs } from './request.ts';

const shape = z.object({ ok: z.boolean() });

function answering(status: number, body: string): typeof fetch {
  return () => Promise.resolve(new Response(body, { status }));
}

async function failure(carrier: typeof fetch): Promise<ApiError> {
  try {
    await requestAs(shape, '/api/x', { fetch: carrier });
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('it did not fail with an ApiError');
}

describe('requestAs', () => {
  it('gives the answer when it has the promised shape', async () => {
    const carrier = answering(200, '{"ok":true,"more":1}');
    expect(await requestAs(shape, '/api/x', { fetch: carrier })).toEqual({ ok: true });
  });

  it('turns the server’s refusals into errors with their code and data', async () => {
    const body = '{"error":{"code":"skill_changed","message":"It changed.","data":{"review":1}}}';
    expect(await failure(answering(409, body))).toMatchObject({
      code: 'skill_changed',
      status: 409,
      data: { review: 1 },
    });
  });

  it('knows the account library’s refusal of a password', async () => {
    const body = '{"code":"INVALID_EMAIL_OR_PASSWORD","message":"Invalid"}';
    expect(await failure(answering(401, body))).toMatchObject({ code: 'credentials_invalid' });
  });

  it('tells what came from nobody: no answer, a gateway’s page, a strange shape', async () => {
    const unreachable = () => Promise.reject(new TypeError('failed'));
    expect(await failure(unreachable)).toMatchObject({ code: 'unreachable', status: 0 });
    const gateway = answering(502, '<html>Bad gateway</html>');
    expect(await failure(gateway)).toMatchObject({ code: 'unavailable', status: 502 });
    expect(await failure(answering(429, ''))).toMatchObject({ code: 'too_many_requests' });
    expect(await failure(answering(200, '{"ok":"yes"}'))).toMatchObject({ code: 'bad_answer' });
  });

  it('CHT-08 sends what has to be done once again under the same key, when no answer came', async () => {
    const keys: (string | null)[] = [];
    const carrier: typeof fetch = (_, init) => {
      keys.push(new Headers(init?.headers).get('idempotency-key'));
      return keys.length === 1
        ? Promise.reject(new TypeError('cut'))
        : Promise.resolve(new Response('{"ok":true}'));
    };
    const options = { method: 'POST', body: {}, once: true, fetch: carrier } as const;
    expect(await requestAs(shape, '/api/x', options)).toEqual({ ok: true });
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/), keys[0]]);
    await requestAs(shape, '/api/x', options);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
