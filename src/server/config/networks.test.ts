import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchNetworks } from './networks.ts'

test('proxies are known by address and network, with a port too', () => {
  const isTrusted = matchNetworks(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])
  for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '10.1.2.3:8080', '[fd12::1]:443', 'fd12::1'])
    assert.ok(isTrusted(address), address)
  for (const address of ['127.0.0.2', '11.0.0.1', 'fe80::1', 'unknown', '', '10.1.2.3:x'])
    assert.ok(!isTrusted(address), address)
})
