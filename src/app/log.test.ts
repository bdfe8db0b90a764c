import { expect, it } from 'vitest';
import { AppError } from '../base/index.ts';
import { maskSecrets } from '../base/index.ts';
import { createLog } from './log.ts';

function logged(
  write: (log: ReturnType<typeof createLog>) => void,
  form: 'json' | 'text' = 'json',
): string {
  let text = '';
  write(createLog('debug', { form, destination: { write: (line: string) => (text += line) } }));
  return text;
}

it('SEC-02 no secret reaches the log, by its name or by its shape', () => {
  const text = logged((log) => {
    log.info({ headers: { Authorization: 'Bearer abc12345678', cookie: 'a=hidden1' } }, 'request');
    log.warn({ list: [{ apiKey: 'hidden2', model_api_key: 'hidden3', password: 'hidden4' }] });
    log.error({
      error: new AppError('x', 'failed with sk-hidden55555', { data: { token: 'hidden6' } }),
    });
    log.error(new Error('postgres://vouch:hidden7@db/vouch'));
    log.info('open http://localhost/setup?token=hidden8 with Bearer hidden99999');
    log.info({ note: 'vouch.session_token=hidden0; Path=/' });
  });
  expect(text).not.toMatch(/hidden|abc12345678/);
  expect(text.trim().split('\n')).toHaveLength(6);
});

it('keeps what is no secret, and an error with its cause', () => {
  const text = logged((log) => {
    log.info({ runUuid: 'r1', tokens: 12, keyCount: 2 }, 'done');
    log.error({ error: new Error('outer', { cause: new Error('inner') }) });
  });
  expect(text).toMatch(/"runUuid":"r1","tokens":12,"keyCount":2/);
  expect(text).toMatch(/outer.*inner/);
});

it('a person in front of a command reads sentences, without stacks and without secrets', () => {
  const text = logged((log) => {
    log.warn({ webhook: 'w1', status: 500 }, 'An event was given up');
    log.error({ err: new Error('postgres://vouch:hidden1@db/vouch') }, 'A run failed');
    log.error(new Error('two\nlines'));
    log.info({ token: 'hidden2' });
  }, 'text');
  expect(text.split('\n')).toEqual([
    'Warning: An event was given up (webhook: w1, status: 500)',
    expect.stringMatching(/^Error: A run failed \(error: postgres:.*@db\/vouch\)$/),
    'Error: two lines',
    'Note: Something happened (token: [redacted])',
    '',
  ]);
  expect(text).not.toMatch(/hidden|[{}]/);
});

it('survives a cycle', () => {
  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  expect(
    logged((log) => {
      log.info({ cycle });
    }),
  ).toMatch(/circular/);
});

it.each([
  ['Bearer abcdefgh1', 'Bearer [redacted]'],
  ['a ghp_abcdefghij b', 'a [redacted] b'],
  ['https://x.example/?a=1&token=t1', 'https://x.example/?a=1&token=[redacted]'],
  [`key vouch_${'0a'.repeat(32)}, kept`, 'key [redacted], kept'],
  ['signed by whsec_MfKQ9r8GKYqrTw/jUPD+ILPZIo2LaLaSw=', 'signed by [redacted]'],
  [`?key=AIza${'Sy-_'.repeat(8)}abc&x=1`, '?key=[redacted]&x=1'],
  ['ghu_abcdefghij ghr_abcdefghij', '[redacted] [redacted]'],
  ['vouch.session_token=a.b; Path=/', 'vouch.session_token=[redacted]; Path=/'],
  [
    '__Secure-vouch.two_factor=c%2Fd; vouch.session_data=e',
    '__Secure-vouch.two_factor=[redacted]; vouch.session_data=[redacted]',
  ],
  [
    'vouch_model_tokens_total vouch_backup_2026-12-01.tar',
    'vouch_model_tokens_total vouch_backup_2026-12-01.tar',
  ],
  ['vouch.yaml, the whsec_ mark', 'vouch.yaml, the whsec_ mark'],
  ['nothing here', 'nothing here'],
])('masks %s', (text, masked) => {
  expect(maskSecrets(text)).toBe(masked);
});
