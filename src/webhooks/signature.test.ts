import { expect, it } from 'vitest';
import { signedHeaders, webhookSecret } from './signature.ts';

// The example of the Standard Webhooks specification, written out.
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const MESSAGE = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestampSeconds: 1_614_265_330,
  body: '{"test": 2432232314}',
};

it('SEC-02 signs id, time and body as the specification does', () => {
  expect(signedHeaders(MESSAGE, [SECRET])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

it('signs with each secret there is', () => {
  const other = webhookSecret('00'.repeat(32));
  expect(other).toBe(`whsec_${'A'.repeat(43)}=`);
  const both = signedHeaders(MESSAGE, [other, SECRET])['webhook-signature'].split(' ');
  expect(both).toEqual([
    signedHeaders(MESSAGE, [other])['webhook-signature'],
    signedHeaders(MESSAGE, [SECRET])['webhook-signature'],
  ]);
});
