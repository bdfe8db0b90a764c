import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressKind, mayConnect } from './address-guard.ts';

it.each([
  ['8.8.8.8', 'public'],
  ['2606:4700::1111', 'public'],
  ['127.0.0.1', 'loopback'],
  ['127.9.9.9', 'loopback'],
  ['::1', 'loopback'],
  ['[::1]', 'loopback'],
  ['::ffff:127.0.0.1', 'loopback'],
  ['::ffff:7f00:1', 'loopback'],
  ['10.1.2.3', 'private'],
  ['172.16.0.1', 'private'],
  ['172.32.0.1', 'public'],
  ['192.168.1.1', 'private'],
  ['::ffff:192.168.1.1', 'private'],
  ['fd00::1', 'private'],
  ['64:ff9b::a00:1', 'private'],
  ['64:ff9b::808:808', 'public'],
  // A prefix of the own network carries the IPv4 address elsewhere (RFC 6052, RFC 8215).
  ['64:ff9b:1:a00:0:500:808:808', 'reserved'],
  ['64:ff9b:1:7f00:0:100:808:808', 'reserved'],
  ['64:ff9b:1::808:808', 'reserved'],
  ['64:ff9b::1:808:808', 'reserved'],
  ['2002:7f00:1::', 'loopback'],
  ['169.254.169.254', 'reserved'],
  ['fe80::1', 'reserved'],
  ['::', 'reserved'],
  ['0.0.0.0', 'reserved'],
  ['100.64.0.1', 'reserved'],
  ['224.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['2001:db8::1', 'reserved'],
  ['2001::1', 'reserved'],
  ['2001:2::1', 'reserved'],
  ['2001:10::1', 'reserved'],
  ['2001:20::1', 'reserved'],
  ['2001:2f:ffff::1', 'reserved'],
  ['2001:200::1', 'public'],
  ['3fff::1', 'reserved'],
  ['3fff:fff:ffff::1', 'reserved'],
  ['3fff:1000::1', 'public'],
  ['100::1', 'reserved'],
  ['5f00::1', 'reserved'],
  ['127.1', 'reserved'],
  ['0x7f000001', 'reserved'],
  ['1.2.3.4.5', 'reserved'],
  ['1:2:3', 'reserved'],
  ['example.org', 'reserved'],
])('%s is %s', (address, kind) => {
  expect(addressKind(address)).toBe(kind);
});

it('without a setting nothing of the own network is reached, and link-local never', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      expect(mayConnect(address, 'none')).toBe(addressKind(address) === 'public');
      if (mayConnect(address, 'loopback')) expect(addressKind(address)).toMatch(/public|loopback/u);
      if (addressKind(address) === 'reserved') expect(mayConnect(address, 'private')).toBe(false);
    }),
  );
});
