import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { configurationPage } from '../operations/configuration-page.ts'
import { readConfig, StartRefused, usualWorkers } from './config.ts'

test('an empty environment is a working configuration', () => {
  const config = readConfig({})
  assert.equal(config.PORT, 3000)
  assert.equal(config.publicUrl, 'http://localhost:3000')
})

for (const [name, value] of [
  ['PORT', '70000'],
  ['PORT', '8e1'],
  ['WORKERS', '0'],
  ['WORKERS', '1000'],
  ['PUBLIC_URL', 'https://example.eu/files'],
  ['PUBLIC_URL', 'my-files'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['LOG_LEVEL', 'loud'],
  ['TRUSTED_PROXIES', '127.0.0.1,my-proxy'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['UPLOADS_PER_HOUR', '1.5'],
  ['S3_PREFIX', '../up'],
  ['S3_PREFIX', 'a//b'],
  ['S3_PREFIX', 'team/blobs'],
  ['CLAMD_URL', 'tcp://127.0.0.1'],
  ['CLAMD_STREAM_MAX', '4GB'],
  ['MAIL_FROM', 'Restante'],
  ['METRICS_TOKEN', 'short'],
  ['SUPPORT_MAIL', 'nobody'],
  ['SECURITY_CONTACT', 'http://example.eu'],
] as const) {
  test(`${value} as ${name} is refused by name with what is expected, and not repeated`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      ({ message }: Error) =>
        new RegExp(`^${name} is not valid: it has to be .+\\.$`).test(message) && !message.includes(value),
    )
  })
}

test('networks of proxies are read, of both kinds of addresses', () => {
  const { TRUSTED_PROXIES } = readConfig({ TRUSTED_PROXIES: '127.0.0.1, ::1,10.0.0.0/8,fd00::/8' })
  assert.deepEqual(TRUSTED_PROXIES, ['127.0.0.1', '::1', '10.0.0.0/8', 'fd00::/8'])
})

test('clamd is found over TCP and in the file system', () => {
  const addresses = {
    'tcp://127.0.0.1:3310': { host: '127.0.0.1', port: 3310 },
    'tcp://[::1]:3310': { host: '::1', port: 3310 },
    'tcp://clamd.example.eu:3310': { host: 'clamd.example.eu', port: 3310 },
    'unix:/run/clamav/clamd.ctl': { path: '/run/clamav/clamd.ctl' },
  }
  for (const [value, address] of Object.entries(addresses)) {
    assert.deepEqual(readConfig({ CLAMD_URL: value }).CLAMD_URL, address)
  }
})

test('half of the keys of a bucket is refused, none are those of the machine', () => {
  for (const half of [{ S3_ACCESS_KEY_ID: 'id' }, { S3_SECRET_ACCESS_KEY: 'secret' }])
    assert.throws(() => readConfig({ S3_BUCKET: 'files', ...half }), /go together/)
  assert.equal(readConfig({ S3_BUCKET: 'files' }).S3_ACCESS_KEY_ID, undefined)
})

test('every secret is read from a file, and one that cannot be used stops the start', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'restante-secrets-'))
  context.after(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'secret')
  const secrets = Object.entries({
    DATABASE_URL: 'postgres://db/restante',
    SMTP_URL: 'smtp://mail.example.eu',
    SMTP_PASSWORD: 'of the mail server',
    SMTP_OAUTH_CLIENT_SECRET: 'of its tokens',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'key',
    OIDC_CLIENT_SECRET: 'of the provider',
    METRICS_TOKEN: '0123456789abcdef',
  })
  for (const [name, value] of secrets) {
    const others = Object.fromEntries(secrets.filter(([other]) => other !== name))
    writeFileSync(path, ` ${value}\n`)
    const config = readConfig({ ...others, [`${name}_FILE`]: path })
    assert.equal(Object.entries(config).find(([option]) => option === name)?.[1], value)
    assert.equal(config.fixed.get(name), value)
    const refused = (environment: Record<string, string>, reason: RegExp) =>
      assert.throws(
        () => readConfig(environment),
        (error: Error) =>
          error instanceof StartRefused && reason.test(error.message) && !error.message.includes(value),
      )
    refused(
      { [name]: 'x', [`${name}_FILE`]: path },
      new RegExp(`^${name} and ${name}_FILE cannot both be set`),
    )
    refused({ [`${name}_FILE`]: join(folder, 'none') }, new RegExp(`^${name}_FILE .* does not exist`))
    refused({ [`${name}_FILE`]: folder }, new RegExp(`^${name}_FILE has to name a file`))
    writeFileSync(path, '\n')
    refused({ [`${name}_FILE`]: path }, new RegExp(`^${name}_FILE names an empty file`))
  }
})

test('options of the mail server that contradict each other are refused', () => {
  const tokens = {
    SMTP_OAUTH_TOKEN_URL: 'https://login.example.eu/token',
    SMTP_OAUTH_CLIENT_ID: 'restante',
    SMTP_OAUTH_CLIENT_SECRET: 'secret',
  }
  const mailbox = 'smtp://files%40example.eu@mail.example.eu:587'
  readConfig({ ...tokens, SMTP_URL: mailbox })
  for (const [environment, reason] of [
    [{ SMTP_TLS: 'off', SMTP_URL: 'smtps://mail.example.eu' }, /smtp:\/\//],
    [{ SMTP_TLS: 'off', SMTP_URL: 'smtp://user:password@mail.example.eu' }, /over a network/],
    [{ SMTP_TLS: 'strict', SMTP_URL: 'smtp://a.eu/?tls.rejectUnauthorized=false' }, /SMTP_TLS=strict/],
    [{ ...tokens, SMTP_URL: 'smtp://mail.example.eu' }, /mailbox as its user/],
    [{ ...tokens, SMTP_URL: mailbox, SMTP_PASSWORD: 'password' }, /without a password/],
    [{ SMTP_OAUTH_TOKEN_URL: tokens.SMTP_OAUTH_TOKEN_URL, SMTP_URL: mailbox }, /SMTP_OAUTH_CLIENT_ID/],
    [{ SMTP_CA_FILE: '/nowhere.pem' }, /^SMTP_CA_FILE is not valid/],
  ] as const)
    assert.throws(() => readConfig(environment), { message: reason })
})

test('a sub-path is refused with its reason', () => {
  assert.throws(() => readConfig({ PUBLIC_URL: 'https://example.eu/files' }), /a sub-path is not supported/)
})

test('a page over https cannot upload over http', () => {
  const options = { PUBLIC_URL: 'https://files.example.eu', UPLOAD_ORIGIN: 'http://up.example.eu' }
  assert.throws(() => readConfig(options), /UPLOAD_ORIGIN/)
})

test('lists of file types are read, and wrong ones refused', () => {
  assert.deepEqual(readConfig({ ALLOWED_TYPES: 'pdf,.PNG' }).ALLOWED_TYPES, ['pdf', 'png'])
  assert.equal(readConfig({}).ALLOWED_TYPES, undefined)
  assert.ok(readConfig({ BLOCKED_TYPES: '' }).BLOCKED_TYPES.includes('exe'))
  for (const name of ['ALLOWED_TYPES', 'BLOCKED_TYPES'])
    assert.throws(
      () => readConfig({ [name]: 'image/*' }),
      new RegExp(`^StartRefused: ${name} is not valid: it has to be file name extensions`),
    )
})

test('there is one worker on SQLite and on a small machine, else one less than cores, up to eight', () => {
  const workers = [1, 2, 3, 4, 9, 10, 64].map(usualWorkers)
  assert.deepEqual(workers, [1, 1, 2, 3, 8, 8, 8])
  assert.equal(readConfig({}).workers, 1)
  assert.equal(readConfig({ WORKERS: '12' }).workers, 12)
})

test('docs/configuration.md says what the code does', () => {
  const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')
  assert.equal(page, configurationPage(), 'run npm run docs')
})
