import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type MailServer, readMailServer, writeMailServer } from './mail-server.ts'

test('a mail server that is written reads as it was', () => {
  const servers: [string, MailServer][] = [
    [
      'smtp://noor%40example.eu@mail.example.eu:587?requireTLS=true',
      { host: 'mail.example.eu', port: '587', security: 'starttls', user: 'noor@example.eu' },
    ],
    [
      'smtps://noor@mail.example.eu:465',
      { host: 'mail.example.eu', port: '465', security: 'tls', user: 'noor' },
    ],
    ['smtp://127.0.0.1:25', { host: '127.0.0.1', port: '25', security: 'offered', user: '' }],
  ]
  for (const [url, server] of servers) {
    assert.equal(writeMailServer(server), url)
    assert.deepEqual(readMailServer(url), server)
  }
})

test('no host is no mail server, and a usual port need not be written', () => {
  assert.equal(writeMailServer({ ...readMailServer(null), host: ' ' }), '')
  assert.equal(readMailServer('smtps://mail.example.eu').port, '465')
})
