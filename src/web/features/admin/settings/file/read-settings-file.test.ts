import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultIdentity } from '#contract/operations/branding/identity.ts'
import { settingsFileBytes } from '#contract/operations/branding/own-text-limits.ts'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { readSettingsFile } from './read-settings-file.ts'

const file = { version: 1, settings: {}, identity: defaultIdentity }

test('a file is read up to the size that the server takes', async () => {
  speakInTest('en')
  const content = JSON.stringify(file)
  const filled = (bytes: number) => new Blob([content, ' '.repeat(bytes - content.length)])
  assert.deepEqual(await readSettingsFile(filled(settingsFileBytes)), file)
  assert.match(String(await readSettingsFile(filled(settingsFileBytes + 1))), /isn.t a settings file/)
})
