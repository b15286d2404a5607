import assert from 'node:assert/strict'
import { test } from 'node:test'
import { consentPurpose, consentVersions } from '#contract/accounts/consents.ts'
import { languages } from '#contract/languages.ts'
import { consentTexts, findConsentText, presentText } from '#server/identity/consents/consent-texts.ts'
import { withPresentTexts } from '../../scripts/consent-texts.ts'

test('the words that people agree to are kept, as the pages and mails show them', () => {
  assert.deepEqual(consentTexts, withPresentTexts(), 'run npm run docs')
})

test('there are words for every purpose in every language, and all can be read by their hash', () => {
  for (const purpose of consentPurpose.options) {
    for (const language of languages) {
      const { version, hash } = presentText(purpose, language)
      assert.equal(version, consentVersions[purpose])
      assert.ok(findConsentText(hash.toString('hex')))
    }
  }
})
