import { describe, expect, it } from 'vitest';
import { failure, HELLO, KEY, openProvider } from '../../../test/support/provider-models.ts';
import { SHAPES } from '../../../test/support/wire-shapes.ts';
import { AppError, systemClock } from '../../base/index.ts';
import { FakeClock } from '../../testing/index.ts';
import { createProviderModel } from './language-model.ts';

describe.each(SHAPES)('%s', (shape) => {
  it.each([
    [401, 'auth', 'refused the key'],
    [403, 'auth', 'refused the key'],
    [404, 'configuration', 'was not found'],
    [402, 'configuration', 'no credit left'],
    [429, 'rateLimit', 'asked too often'],
    [500, 'serverError', 'problem of its own'],
    [529, 'serverError', 'problem of its own'],
    [400, 'clientError', 'refused the request'],
    [413, 'clientError', 'refused the request'],
  ])('status %i is %s, asked once, without the key', async (status, failureClass, sentence) => {
    const { server, model } = await openProvider(shape, {
      script: [
        {
          status,
          headers: { 'retry-after': '7' },
          body: {
            type: 'error',
            error: { type: 'x', message: `Bad key ${KEY} or sk-abcdefgh12345.` },
          },
        },
      ],
    });
    const error = await failure(model);
    expect(error.data).toEqual({ failureClass, status, retryAfterMs: 7000, providerCode: 'x' });
    expect(error.message).toContain(sentence);
    expect(JSON.stringify([error.message, error.data, error.cause])).not.toMatch(/sk-/u);
    expect(server.requests).toHaveLength(1);
  });

  it('what a provider says of a request is in the sentence alone, and its code only where it is a name', async () => {
    const page = 'The mayor resigns on Friday.';
    for (const [type, providerCode] of [
      ['invalid_request_error', 'invalid_request_error'],
      [page, null],
    ]) {
      const error = { type, message: `Cannot read: ${page}` };
      const { model } = await openProvider(shape, {
        script: [{ status: 400, body: { type: 'error', error } }],
      });
      const { data, message } = await failure(model);
      expect(message).toContain(page);
      expect(JSON.stringify(data)).not.toContain('mayor');
      expect(data['providerCode']).toBe(providerCode);
    }
  });

  it('a server that is not there is a failed connection', async () => {
    const { server, model } = await openProvider(shape, {});
    await server.close();
    const error = await failure(model);
    expect(error.data).toMatchObject({ failureClass: 'connection', status: null });
    expect(error.message).toContain('cannot be reached at http://127.0.0.1:');
  });

  it('an address that may not be reached is told as that, not as a server that is not there', async () => {
    const refused = new AppError('address_refused', 'It is one of this server’s own network.');
    const model = createProviderModel(
      {
        provider: shape,
        model: 'some-model',
        apiKey: KEY,
        baseUrl: 'http://inside.test/v1',
        contextWindowTokens: null,
      },
      { fetch: () => Promise.reject(refused), clock: systemClock },
    );
    const error = await failure(model);
    expect(error.data['failureClass']).toBe('configuration');
    expect(error.message).toContain(refused.message);
  });

  it('an answer that breaks off is a failed connection, never a short answer', async () => {
    const { model } = await openProvider(shape, {
      script: [{ text: 'Half of what', breakOff: true }],
    });
    expect((await failure(model)).data['failureClass']).toBe('connection');
  });

  it('an error inside the stream is told apart from an answer', async () => {
    const streamError = { type: 'overloaded_error', message: 'Overloaded' };
    const { model } = await openProvider(shape, { script: [{ text: 'Half', streamError }] });
    expect((await failure(model)).data['failureClass']).toBe('serverError');
  });

  it('what does not speak the protocol is named with its address', async () => {
    const { model } = await openProvider(shape, {
      script: [{ status: 200, body: '<html>Welcome</html>' }],
    });
    const error = await failure(model);
    expect(['connection', 'configuration', 'unknown']).toContain(error.data['failureClass']);
    expect(error.message).not.toContain('<html>');
  });

  it('a caller that aborts gets its own reason', async () => {
    const { server, model } = await openProvider(shape, { script: [{ silent: true }] });
    const abort = new AbortController();
    const pending = model.generate({ messages: HELLO, tools: [], signal: abort.signal });
    const reason = new Error('cancelled by the owner');
    await expect.poll(() => server.requests.length).toBe(1);
    abort.abort(reason);
    await expect(pending).rejects.toBe(reason);
  });

  it('a silent provider is given up after two minutes', async () => {
    const clock = new FakeClock();
    const { server, model } = await openProvider(shape, { script: [{ silent: true }] }, { clock });
    const pending = failure(model);
    await expect.poll(() => server.requests.length).toBe(1);
    clock.advance(120_000);
    expect((await pending).message).toContain('sent nothing for 120 seconds');
  });
});
