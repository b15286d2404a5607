import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientNetwork } from './client-network.ts'

for (const [ip, network] of [
  ['192.0.2.77', '192.0.2.0/24'],
  ['::ffff:192.0.2.77', '192.0.2.0/24'],
  ['2001:db8:12:3456:1::2', '2001:db8:12::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['::1', '0:0:0::/48'],
] as const) {
  test(`${ip} is of the network ${network}`, () => assert.equal(clientNetwork({ ip }), network))
}
