import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Validator } from '@seriousme/openapi-schema-validator'
import * as z from 'zod'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { routes } from '#contract/routes.ts'
import { type OpenApiDocument, openApiDocument } from '#server/operations/openapi/openapi-document.ts'
import { Failure, type FailureDetails } from '#server/platform/failure.ts'
import { failureBody } from '#server/platform/http/replies/failure-body.ts'
import { goodPassword, opened, signUp, signUpAdmin, uploadAs } from '#tests/support/accounts/accounts.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { startServer } from '#tests/support/server/server.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

const document = openApiDocument({ version: '1.2.3', publicUrl: 'https://files.example.eu' })

test('the document is valid OpenAPI 3.1, and has every call of the contract once', async () => {
  const validator = new Validator()
  const result = await validator.validate(JSON.parse(JSON.stringify(document)))
  assert.deepEqual(result.errors ?? [], [])
  assert.equal(validator.version, '3.1')
  const found = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${operationId} ${method} ${path}`),
  )
  const expected = Object.entries(routes).map(
    ([name, { method, path }]) => `${name} ${method.toLowerCase()} ${path.replace(/:(\w+)/g, '{$1}')}`,
  )
  assert.deepEqual(found.toSorted(), expected.toSorted())
})

test('every parameter of a path is described', () => {
  for (const [path, methods] of Object.entries(document.paths)) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    for (const { parameters, operationId } of Object.values(methods)) {
      const described = parameters.filter((one) => one.in === 'path').map(({ name }) => name)
      assert.deepEqual(described, names, operationId)
    }
  }
})

test('every call has a sentence of its own, which begins with its verb', () => {
  const summaries = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ summary }) => summary),
  )
  for (const summary of summaries) assert.match(summary, /^[A-Z][a-z]+s\b.+[^.]\.$/, summary)
  assert.equal(new Set(summaries).size, summaries.length)
})

test('every member of a failure is described', () => {
  const all: Required<Omit<FailureDetails, 'retryAfter' | 'cause'>> = {
    message: 'The code is wrong.',
    details: 'code: has to have 6 digits',
    supportedTypes: ['.pdf'],
    sentTo: 'a…@example.org',
    attemptsLeft: 4,
    decision: '/decision/A',
  }
  const body = failureBody(new Failure('WRONG_CODE', all))
  assert.deepEqual(z.fromJSONSchema(document.components.schemas.Failure).parse(body), body)
  for (const name of Object.keys(all)) assert.ok(name in body, name)
})

test('is served, with a page that loads nothing but its own style and runs nothing', async () => {
  await using server = await startServer({ environment: { PUBLIC_URL: 'https://files.example.eu' } })
  const served = await (await fetch(`${server.baseUrl}/api/openapi.json`)).json()
  const { config } = server.services
  assert.deepEqual(served, JSON.parse(JSON.stringify(openApiDocument(config))))
  const page = await fetch(`${server.baseUrl}/api/docs`)
  assert.equal(page.status, 200)
  assert.match(page.headers.get('content-security-policy') ?? '', /^default-src 'none'; style-src 'self'; /)
  const markup = await page.text()
  assert.doesNotMatch(markup, /<script|style=|src=/)
  const loaded = [...markup.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, address]) => address)
  assert.deepEqual(loaded, ['/api/docs.css'])
  const style = await fetch(`${server.baseUrl}/api/docs.css`)
  assert.match(style.headers.get('content-type') ?? '', /^text\/css/)
  assert.doesNotMatch(await style.text(), /url\(|@import/)
  for (const path of Object.keys(document.paths)) assert.ok(markup.includes(`<code>${path}</code>`), path)
})

/** A fetch that compares every JSON answer with the document, and notes which calls have been answered well. */
function checkingFetch(served: OpenApiDocument, seen: Set<string>): typeof fetch {
  const templates = Object.entries(served.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      method: method.toUpperCase(),
      pattern: new RegExp(`^/api${path.replace(/\{\w+\}/g, '[^/]+')}$`),
      operation,
    })),
  )
  const failure = z.fromJSONSchema(served.components.schemas.Failure)
  return async (input, init) => {
    const response = await fetch(input, init)
    const { pathname } = new URL(String(input))
    const { operation } =
      templates.findLast(
        ({ method, pattern }) => method === (init?.method ?? 'GET') && pattern.test(pathname),
      ) ?? {}
    assert.ok(operation, pathname)
    const described = operation.responses[String(response.status)]
    const body: unknown = await response.clone().json()
    if (described) {
      const schema = described.content['application/json']?.schema
      assert.ok(schema, operation.operationId)
      const result = z.fromJSONSchema(schema).safeParse(body)
      assert.ok(result.success, `${operation.operationId}: ${result.error?.message}`)
      seen.add(operation.operationId)
    } else {
      assert.ok(failure.safeParse(body).success, `${operation.operationId}: ${JSON.stringify(body)}`)
    }
    return response
  }
}

test('real answers are what the document says', async () => {
  await using server = await startServer({ environment: { RATE_LIMITS: 'off' } })
  const { baseUrl } = server
  const seen = new Set<string>()
  const send = checkingFetch(document, seen)
  const clientOf = (token?: string) =>
    createClient({ baseUrl, schemas: endpoints, fetch: send, ...(token && { getToken: () => token }) })
  const anybody = clientOf()
  const { token: adminToken } = await signUpAdmin(server)
  const admin = clientOf(adminToken)
  const signedUp = await signUp(server)
  const ada = clientOf(signedUp.token)
  const file = await uploadAs(server, signedUp.token, 'plan.txt')
  const other = await upload(baseUrl, new Uint8Array(5))
  const params = { id: file.id }

  await anybody.call('health')
  await anybody.call('config')
  await anybody.call('fileInfo', { params })
  await anybody.call('downloadTicket', { params, body: {} })
  await anybody.call('sendEmail', {
    body: { recipientEmail: 'bob@example.org', downloadLink: file.downloadUrl },
  })
  await anybody.call('register', {
    body: { username: 'grace', email: 'g@example.org', password: goodPassword },
  })
  await anybody.call('forgotPassword', { body: { email: 'g@example.org' } })
  const session = opened(await anybody.call('login', { body: { username: 'grace', password: goodPassword } }))
  const next = await anybody.call('refresh', { body: { refreshToken: session.refreshToken } })
  await clientOf(next.token).call('logout', { body: {} })
  for (const name of [
    'currentUser',
    'profile',
    'preferences',
    'sessions',
    'stats',
    'keys',
    'apiKeys',
    'security',
  ] as const)
    await ada.call(name)
  await ada.call('ownFiles', { query: {} })
  await ada.call('contacts', { query: {} })
  await ada.call('previewErasure')
  for (const name of ['adminDashboard', 'adminSystem', 'backups', 'createBackup', 'maintenance'] as const)
    await admin.call(name)
  for (const name of ['adminUsers', 'adminFiles', 'auditLog'] as const) await admin.call(name, { query: {} })
  await admin.call('adminUser', { params: { id: signedUp.user.id } })
  const made = { username: 'made', email: 'made@example.org', password: goodPassword }
  const { user } = await admin.call('createUser', { body: made })
  const { username, email, isActive, isPro, storageLimit } = user
  const body = { username, email, isActive, isPro: !isPro, storageLimit }
  await admin.call('updateUser', { params: { id: user.id }, body })
  await admin.call('deleteUser', { params: { id: user.id } })
  const { id: reference } = await transferOf(server.services.database, other.id)
  await admin.call('adminDeleteFile', { params: { id: reference } })
  await admin.call('cleanUpFiles', { body: { cleanupType: 'expired' } })
  await admin.call('cleanUpSessions')
  await admin.call('cleanUpRateLimits')
  await admin.call('enableMaintenance', { body: { message: 'Back soon.' } })
  await assert.rejects(ada.call('profile'), { code: 'MAINTENANCE' })
  await admin.call('disableMaintenance')
  await assert.rejects(ada.call('adminUsers', { query: {} }), { code: 'FORBIDDEN' })
  await assert.rejects(anybody.call('profile'), { code: 'AUTHENTICATION_REQUIRED' })
  await assert.rejects(admin.call('adminUsers', { query: { page: 0 } }), { code: 'BAD_REQUEST' })
  await assert.rejects(anybody.call('login', { body: { username: 'x', password: 'y' } }), {
    code: 'INVALID_CREDENTIALS',
  })
  await ada.call('deleteFile', { params })
  await assert.rejects(ada.call('fileInfo', { params }), { code: 'FILE_DELETED' })
  assert.ok(seen.size >= 38, String(seen.size))
})
