import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig } from './config.ts'
import { configurationPage } from './configuration-page.ts'

test('an empty environment is a working configuration', () => {
  const config = readConfig({})
  assert.equal(config.PORT, 3000)
  assert.equal(config.publicUrl, 'http://localhost:3000')
})

for (const [name, value] of Object.entries({
  PORT: '70000',
  PUBLIC_URL: 'https://example.eu/files',
  DATABASE_URL: 'mysql://localhost/x',
  LOG_LEVEL: 'loud',
  SUPPORT_MAIL: 'nobody',
})) {
  test(`a wrong ${name} is refused by name, and not repeated`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: Error) => error.message.includes(name) && !error.message.includes(value),
    )
  })
}

test('a bucket without its keys is refused', () => {
  assert.throws(() => readConfig({ S3_BUCKET: 'files' }), /S3_ACCESS_KEY_ID/)
})

test('docs/configuration.md says what the code does', () => {
  const page = readFileSync(new URL('../../docs/configuration.md', import.meta.url), 'utf8')
  assert.equal(page, configurationPage(), 'run npm run docs')
})
