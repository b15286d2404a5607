import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import pino from 'pino'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createLog } from '#server/platform/observability/log.ts'
import { opened } from '#tests/support/accounts/accounts.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

/** Everything that a test sends and that no log may hold. */
const secrets = {
  password: 'correct horse battery staple',
  wrongPassword: 'Tr0ub4dor-and-3',
  filePassword: 'open sesame please',
  wrongFilePassword: 'open barley please',
  filename: 'resignation-letter.txt',
  description: 'for your eyes only',
  email: 'ada.lovelace@example.org',
  recipient: 'charles.babbage@example.org',
  bearer: 'B'.repeat(43),
  metricsToken: 'a token of the metrics',
}

test('the log reports every call with its id, and nothing secret, no full address, no name of a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restante-log-'))
  const server = await startServerProcess(folder, { LOG_LEVEL: 'trace', METRICS_TOKEN: secrets.metricsToken })
  const found: string[] = []
  try {
    const { baseUrl } = server
    const anybody = createClient({ baseUrl, schemas: endpoints })
    const username = 'ada-lovelace'
    await anybody.call('register', { body: { username, email: secrets.email, password: secrets.password } })
    const { token, refreshToken } = opened(
      await anybody.call('login', { body: { username, password: secrets.password } }),
    )
    const fields = {
      password: secrets.filePassword,
      description: secrets.description,
      emails: JSON.stringify([{ email: secrets.recipient }]),
    }
    const file = await upload(baseUrl, new Uint8Array(100), fields, secrets.filename)
    const params = { id: file.id }
    const { ticket } = await anybody.call('downloadTicket', {
      params,
      body: { password: secrets.filePassword },
    })
    const deletionToken = new URL(file.deletionUrl).hash.slice(1)
    found.push(token, refreshToken, ticket, deletionToken, file.id)

    await anybody.call('login', { body: { username, password: secrets.wrongPassword } }).catch(() => {})
    await anybody.call('login', { body: { username: secrets.wrongPassword, password: 'x' } }).catch(() => {})
    await anybody
      .call('downloadTicket', { params, body: { password: secrets.wrongFilePassword } })
      .catch(() => {})
    await anybody.call('forgotPassword', { body: { email: secrets.email } })
    await (await fetch(`${baseUrl}/api/download/${file.id}/file?ticket=${ticket}`)).arrayBuffer()
    await fetch(
      `${baseUrl}/api/download/${file.id}/file?password=${encodeURIComponent(secrets.wrongFilePassword)}`,
    )
    for (const authorization of [
      `Bearer ${secrets.bearer}`,
      `Bearer ${secrets.metricsToken}`,
      `Bearer ${token}`,
    ]) {
      await fetch(`${baseUrl}/api/users/profile`, { headers: { authorization } })
      await fetch(`${baseUrl}/api/metrics`, { headers: { authorization } })
      await fetch(`${baseUrl}/api/nowhere?x=${secrets.bearer}`, { headers: { authorization } })
    }
    const json = { 'content-type': 'application/json' }
    const broken = `{"username":"ada","password":"${secrets.password}"`
    await fetch(`${baseUrl}/api/auth/login`, { method: 'POST', headers: json, body: broken })
    const headers = { 'x-deletion-token': deletionToken }
    await fetch(`${baseUrl}/api/files/${file.id}`, {
      method: 'DELETE',
      headers: { 'x-deletion-token': 'wrong' },
    })
    await fetch(`${baseUrl}/api/files/${file.id}`, { method: 'DELETE', headers })
  } finally {
    server.child.kill('SIGTERM')
    await server.exited
    await rm(folder, { recursive: true, force: true })
  }
  const lines = server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
  const entries = lines.map((line): Record<string, unknown> => JSON.parse(line))
  const answered = entries.filter(({ msg }) => msg === 'answered')
  assert.ok(answered.length >= 20, server.output())
  for (const entry of answered) assert.match(String(entry.reqId), /^[\w-]{22}$/)
  assert.ok(entries.some(({ code, reqId }) => code === 'INVALID_CREDENTIALS' && reqId !== undefined))
  for (const entry of entries) assert.match(String(entry.time), /^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
  for (const secret of [...Object.values(secrets), ...found]) {
    assert.ok(!lines.some((line) => line.includes(secret)), `the log holds ${secret}`)
  }
  const aboutCalls = lines.filter((line) => line.includes('"reqId"')).join('\n')
  assert.doesNotMatch(aboutCalls, /127\.0\.0\.1|ada-lovelace|remoteAddress/)
})

test('of errors the log reports what they are, not what drivers hang on them', () => {
  const lines: string[] = []
  const log = createLog('info', { write: (line) => lines.push(line) })
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(ada@example.org) already exists.',
    parameters: ['secret'],
  })
  log.error({ err: new Error('request failed', { cause }) }, 'it failed')
  const [line = ''] = lines
  assert.match(line, /"message":"duplicate key","code":"23505"/)
  assert.doesNotMatch(line, /ada@example|secret|parameters/)
  assert.equal(pino.levels.labels[JSON.parse(line).level], 'error')
})
