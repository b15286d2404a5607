import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendFileAs, signUp } from '#tests/support/accounts/accounts.ts'
import { startServer } from '#tests/support/server/server.ts'
import { codeOf, sendForm, ticketUrl, upload } from '#tests/support/transfers/transfers.ts'

const MIB = 1024 ** 2
const GIB = 1024 ** 3

test('without options the service reports its defaults', async () => {
  await using server = await startServer()
  const config = await server.client.call('config')
  assert.deepEqual(config.limits.fileSize, { free: 2 * GIB, pro: 10 * GIB })
  assert.deepEqual(config.limits.transferSize, { free: 5 * GIB, pro: 25 * GIB })
  assert.deepEqual(config.routing, { resumableAbove: 100 * MIB, directAbove: 95 * MIB, fileTimes: true })
  assert.equal(config.fileTypes.allowed, null)
  for (const type of ['exe', 'sh', 'lnk']) assert.ok(config.fileTypes.dangerous.includes(type), type)
  assert.deepEqual([config.publicUrl, config.uploadOrigin], [null, null])
  assert.deepEqual([config.registrationOpen, config.anonymousUploads], [true, true])
  assert.deepEqual([config.scanner, config.mailEnabled], ['built-in', false])
  assert.deepEqual([config.supportMail, config.socialUrl], [null, null])
  assert.deepEqual([config.secondFactor, config.oidc, config.reports], ['optional', null, true])
})

test('what the operator has set is what the service reports', async () => {
  const environment = {
    FREE_FILE_SIZE: '500MB',
    PRO_FILE_SIZE: '1.5GB',
    FREE_TRANSFER_SIZE: '1GB',
    PRO_TRANSFER_SIZE: '3GB',
    PUBLIC_URL: 'https://files.example.eu',
    UPLOAD_ORIGIN: 'https://uploads.example.eu/',
    UPLOAD_DIRECT_EARLY: 'on',
    BLOCKED_TYPES: 'exe,js',
    ALLOWED_TYPES: 'PDF,.png',
    SUPPORT_MAIL: 'help@example.eu',
    SOCIAL_URL: 'https://social.example.eu/us',
    SECOND_FACTOR: 'administrators',
  }
  await using server = await startServer({ environment })
  const config = await server.client.call('config')
  assert.deepEqual(config.limits.fileSize, { free: 500 * MIB, pro: 1.5 * GIB })
  assert.deepEqual(config.limits.transferSize, { free: GIB, pro: 3 * GIB })
  assert.deepEqual(config.routing, { resumableAbove: 100 * MIB, directAbove: 76 * MIB, fileTimes: true })
  assert.deepEqual(config.fileTypes, { allowed: ['pdf', 'png'], dangerous: ['exe', 'js'] })
  assert.equal(config.uploadOrigin, 'https://uploads.example.eu')
  assert.equal(config.supportMail, environment.SUPPORT_MAIL)
  assert.equal(config.socialUrl, environment.SOCIAL_URL)
  assert.equal(config.secondFactor, 'administrators')
})

test('passkeys are offered where browsers use them', async () => {
  for (const [address, taken] of [
    ['https://files.example.eu', true],
    ['http://localhost:3000', true],
    ['https://192.0.2.1', false],
    ['https://[2001:db8::1]', false],
  ] as const) {
    await using server = await startServer({ environment: { PUBLIC_URL: address } })
    assert.equal((await server.client.call('config')).passkeys, taken, address)
  }
})

test('the sizes that are told are those that hold', async () => {
  const environment = { FREE_FILE_SIZE: '1KB', FREE_TRANSFER_SIZE: '2KB' }
  await using server = await startServer({ environment })
  const { limits } = await server.client.call('config')
  const bytes = Buffer.alloc(limits.fileSize.free + 1, 'a')
  const form = new FormData()
  form.append('file', new Blob([bytes.subarray(1)]), 'a.txt')
  const path = `${server.baseUrl}/api/files/upload`
  assert.equal((await fetch(path, { method: 'POST', body: form })).status, 201)
  form.set('file', new Blob([bytes]), 'a.txt')
  assert.equal((await fetch(path, { method: 'POST', body: form })).status, 413)
})

test('who runs the service, and where, is what the operator says', async () => {
  const environment = {
    OPERATOR_NAME: 'Example Transfers GmbH',
    OPERATOR_ADDRESS: 'Hauptstrasse 1, 10115 Berlin, Germany',
    OPERATOR_DETAILS: 'Registered at Berlin as HRB 12345; VAT DE123456789;',
    PRIVACY_MAIL: 'privacy@example.eu',
    SUPPORT_MAIL: 'help@example.eu',
    HOSTING_REGION: 'Helsinki, Finland',
    PROCESSORS: 'Hosting Ltd, Finland: servers; Mailer SA, France: mails',
    AUDIT_KEPT: '90',
  }
  await using server = await startServer({ environment })
  const config = await server.client.call('config')
  assert.deepEqual(config.operator, {
    name: 'Example Transfers GmbH',
    address: 'Hauptstrasse 1, 10115 Berlin, Germany',
    details: ['Registered at Berlin as HRB 12345', 'VAT DE123456789'],
  })
  assert.equal(config.privacyMail, 'privacy@example.eu')
  assert.equal(config.hostingRegion, 'Helsinki, Finland')
  assert.deepEqual(config.processors, ['Hosting Ltd, Finland: servers', 'Mailer SA, France: mails'])
  assert.equal(config.retention.auditLog, 90 * 24 * 60 * 60_000)
})

test('an operator who says nothing is not made up', async () => {
  await using server = await startServer()
  const { operator, privacyMail, hostingRegion, processors } = await server.client.call('config')
  assert.deepEqual(
    { operator, privacyMail, hostingRegion, processors },
    {
      operator: null,
      privacyMail: null,
      hostingRegion: null,
      processors: [],
    },
  )
})

test('robots are kept from what is nobody’s page', async () => {
  await using server = await startServer()
  const answer = await fetch(`${server.baseUrl}/robots.txt`)
  assert.match(answer.headers.get('content-type') ?? '', /^text\/plain/)
  assert.match(await answer.text(), /^User-agent: \*\nDisallow: \/api\/\n/)
})

for (const [option, value, contact] of [
  ['SECURITY_CONTACT', 'security@example.eu', 'mailto:security@example.eu'],
  ['SECURITY_CONTACT', 'https://example.eu/report', 'https://example.eu/report'],
  ['SUPPORT_MAIL', 'help@example.eu', 'mailto:help@example.eu'],
] as const) {
  test(`weaknesses are reported to ${contact}`, async () => {
    const environment = { [option]: value, PUBLIC_URL: 'https://files.example.eu' }
    await using server = await startServer({ environment })
    const answer = await fetch(`${server.baseUrl}/.well-known/security.txt`)
    const text = await answer.text()
    assert.ok(text.includes(`Contact: ${contact}\n`), text)
    assert.ok(text.includes('Canonical: https://files.example.eu/.well-known/security.txt\n'), text)
    const [, expires = ''] = /^Expires: (.+)$/m.exec(text) ?? []
    const left = Date.parse(expires) - Date.now()
    assert.ok(left > 0 && left < 365 * 24 * 60 * 60_000, expires)
  })
}

test('without a contact there is no security.txt', async () => {
  await using server = await startServer()
  assert.equal((await fetch(`${server.baseUrl}/.well-known/security.txt`)).status, 404)
})

test('what is offered is what each sender may have, and an account with little storage sends what a guest may', async () => {
  const environment = {
    FREE_FILE_SIZE: '1KB',
    FREE_TRANSFER_SIZE: '2KB',
    PRO_FILE_SIZE: '0.5KB',
    PRO_TRANSFER_SIZE: '3KB',
  }
  await using server = await startServer({ environment })
  const { limits, expiryOptions } = await server.client.call('config')
  // Pro never gets less.
  assert.deepEqual(limits.fileSize, { free: 1024, pro: 1024 })
  assert.deepEqual(limits.transferSize, { free: 2048, pro: 3072 })
  const { token } = await signUp(server)
  const storageLimit = limits.transferSize.pro
  await server.services.database.updateTable('users').set({ storage_limit: storageLimit }).execute()
  const send = (bytes: number, expiresIn: string) =>
    sendFileAs(server, token, 'a.bin', { bytes, fields: { expiresIn } })
  for (const { value, pro } of expiryOptions) {
    if (pro) continue
    const response = await send(1, value)
    assert.equal(response.status, 201, value)
  }
  assert.equal(await codeOf(await send(1, '3d'), 403), 'PRO_SUBSCRIPTION_REQUIRED')
  assert.equal((await send(limits.fileSize.free, '1h')).status, 201)
  await server.services.database.updateTable('users').set({ is_pro: 1 }).execute()
  assert.equal(await codeOf(await send(limits.fileSize.pro + 1, '30d'), 413), 'FILE_TOO_LARGE')
  for (const { value } of expiryOptions) assert.equal((await send(1, value)).status, 201, value)
  // One transfer of the largest size fits; what is more does not.
  assert.equal((await send(limits.fileSize.pro, '30d')).status, 201)
  assert.equal(await codeOf(await send(limits.fileSize.pro, '30d'), 413), 'STORAGE_QUOTA_EXCEEDED')
})

test("an operator's own list of lifetimes is what pages offer and uploads take", async () => {
  const environment = { EXPIRY_OPTIONS: '2d,45m', PRO_EXPIRY_OPTIONS: '90d', DEFAULT_EXPIRY: '2d' }
  await using server = await startServer({ environment })
  const config = await server.client.call('config')
  assert.deepEqual(config.expiryOptions, [
    { value: '45m', duration: 45 * 60_000, pro: false },
    { value: '2d', duration: 48 * 60 * 60_000, pro: false },
    { value: '90d', duration: 90 * 24 * 60 * 60_000, pro: true },
  ])
  assert.equal(config.defaultExpiry, '2d')
  const bytes = Buffer.from('hello')
  const { expiresAt } = await upload(server.baseUrl, bytes)
  assert.ok(Math.abs(Date.parse(expiresAt) - server.clock.now() - 48 * 60 * 60_000) < 10 * 60_000)
  assert.equal((await sendFile(server, { expiresIn: '45m' })).status, 201)
  assert.equal(await codeOf(await sendFile(server, { expiresIn: '90d' }), 403), 'PRO_SUBSCRIPTION_REQUIRED')
  for (const expiresIn of ['3h', '1d', '46m']) {
    assert.equal(await codeOf(await sendFile(server, { expiresIn }), 400), 'VALIDATION_ERROR')
  }
})

test('where a file password is required none is taken without, nor a short one', async () => {
  await using server = await startServer({
    environment: { FILE_PASSWORD: 'required', FILE_PASSWORD_LENGTH: '8' },
  })
  const { filePassword } = await server.client.call('config')
  assert.deepEqual(filePassword, { required: true, minLength: 8 })
  assert.equal(await codeOf(await sendFile(server, {}), 400), 'FILE_PASSWORD_REQUIRED')
  assert.equal(await codeOf(await sendFile(server, { password: '' }), 400), 'FILE_PASSWORD_REQUIRED')
  assert.equal(await codeOf(await sendFile(server, { password: '1234567' }), 400), 'FILE_PASSWORD_TOO_SHORT')
  assert.equal((await sendFile(server, { password: '12345678' })).status, 201)
  const metadata = (fields: Record<string, string>) =>
    Object.entries(fields)
      .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
      .join(',')
  const create = (fields: Record<string, string>) =>
    fetch(`${server.baseUrl}/api/files/resumable`, {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '5', 'upload-metadata': metadata(fields) },
    })
  assert.equal(await codeOf(await create({ filename: 'a.txt' }), 400), 'FILE_PASSWORD_REQUIRED')
  assert.equal((await create({ filename: 'a.txt', password: '12345678' })).status, 201)
})

test('where only people with an account may send, others are told so before their bytes are read', async () => {
  await using server = await startServer({ environment: { ANONYMOUS_UPLOADS: 'off' } })
  assert.equal((await server.client.call('config')).anonymousUploads, false)
  assert.equal(await codeOf(await sendFile(server, {}), 401), 'AUTHENTICATION_REQUIRED')
  const created = await fetch(`${server.baseUrl}/api/files/resumable`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': `filename ${Buffer.from('a.txt').toString('base64')}`,
    },
  })
  assert.equal(await codeOf(created, 401), 'AUTHENTICATION_REQUIRED')
  const { token } = await signUp(server)
  const sent = await sendFileAs(server, token, 'a.txt', { bytes: 5 })
  assert.equal(sent.status, 201)
  const { file } = await sent.json()
  assert.equal((await fetch(`${server.baseUrl}/api/files/info/${file.id}`)).status, 200)
})

function sendFile({ baseUrl }: { baseUrl: string }, fields: Record<string, string>) {
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
  return sendForm(baseUrl, [...parts, { name: 'file', bytes: Buffer.from('hello'), filename: 'a.txt' }])
}

test('where only some networks send without an account, others are told so, and download', async () => {
  const environment = { UPLOAD_NETWORKS: '10.1.0.0/16,2001:db8:1::/48', TRUSTED_PROXIES: '127.0.0.1' }
  await using server = await startServer({ environment })
  const from = (address: string, path: string, init: RequestInit = {}) =>
    fetch(server.baseUrl + path, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-forwarded-for': address },
    })
  const send = (address: string, headers: Record<string, string> = {}) => {
    const body = new FormData()
    body.append('file', new Blob(['abc']), 'a.txt')
    return from(address, '/api/files/upload', { method: 'POST', body, headers })
  }
  const configOf = async (address: string) => {
    const { anonymousUploads, anonymousUploadsElsewhere } = await (await from(address, '/api/config')).json()
    return { anonymousUploads, anonymousUploadsElsewhere }
  }
  for (const inside of ['10.1.2.3', '2001:db8:1:2::3', '::ffff:10.1.2.3']) {
    assert.deepEqual(await configOf(inside), { anonymousUploads: true, anonymousUploadsElsewhere: false })
    assert.equal((await send(inside)).status, 201)
  }
  const outside = '203.0.113.1'
  assert.deepEqual(await configOf(outside), { anonymousUploads: false, anonymousUploadsElsewhere: true })
  const refused = await send(outside)
  assert.equal(refused.status, 401)
  const { code, message } = await refused.json()
  assert.deepEqual(
    [code, message],
    ['AUTHENTICATION_REQUIRED', 'Sending is possible from our network or with an account.'],
  )
  const created = await from(outside, '/api/files/resumable', {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': '5',
      'upload-metadata': `filename ${Buffer.from('a.txt').toString('base64')}`,
    },
  })
  assert.equal(await codeOf(created, 401), 'AUTHENTICATION_REQUIRED')
  const { token } = await signUp(server)
  assert.equal((await send(outside, { authorization: `Bearer ${token}` })).status, 201)
  const { file } = await (await send('10.1.2.3')).json()
  assert.equal((await server.client.call('config')).anonymousUploads, false)
  assert.equal(await (await fetch(await ticketUrl(server.baseUrl, file.id))).text(), 'abc')
})
