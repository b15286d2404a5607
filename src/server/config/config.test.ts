import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { configurationPage } from '../operations/configuration-page.ts'
import { readConfig, usualWorkers } from './config.ts'

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

test('a bucket without its keys is refused', () => {
  assert.throws(() => readConfig({ S3_BUCKET: 'files' }), /S3_ACCESS_KEY_ID/)
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
