import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientAddress, clientNetwork } from './client-address.ts'

for (const [ip, network] of [
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:12:3456:1::2', '2001:db8:12::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
] as const) {
  test(`${ip} is of the network ${network}`, () => assert.equal(clientNetwork({ ip }), network))
}

for (const [ip, address] of [
  ['192.0.2.77', '192.0.2.77'],
  ['192.0.2.77:50123', '192.0.2.77'],
  ['::ffff:192.0.2.77', '192.0.2.77'],
  ['[::ffff:192.0.2.77]:443', '192.0.2.77'],
  ['[2001:db8:1:2:3::4]:50123', '2001:db8:1:2::/64'],
  ['[2001:db8:1:2:3::4]', '2001:db8:1:2::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', '198.51.100.1'],
  ['_hidden', '198.51.100.1'],
  ['192.0.2.999', '198.51.100.1'],
  ['192.0.2.77:port', '198.51.100.1'],
  ['x'.repeat(10_000), '198.51.100.1'],
] as const) {
  test(`what is forwarded as ${ip.slice(0, 40)} counts as ${address}`, () => {
    assert.equal(clientAddress({ ip, socket: { remoteAddress: '::ffff:198.51.100.1' } }), address)
  })
}
