import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { i18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { GIB } from '#contract/transfers/limits.ts'
import english from '../../../i18n/en.json' with { type: 'json' }
import { overLimitText, rejectedFilesText } from './rejected-files-text.ts'

before(() => {
  const texts = Object.entries(english).map(([key, text]) => [key, compileMessage(text)] as const)
  i18n.load('en', Object.fromEntries(texts))
  i18n.activate('en')
})

const limits = {
  fileSize: { free: 2 * GIB, pro: 10 * GIB },
  transferSize: { free: 5 * GIB, pro: 25 * GIB },
  storageLeft: null,
  files: 3,
  paths: 8 * 1024 * 1024,
  recipients: 20,
  ownLinks: 5,
  senderName: 100,
  fileName: 255,
  filePassword: 1024,
  title: 100,
  description: 500,
  emailMessage: 300,
  links: 200,
  transferFiles: 20,
  downloadLimit: 1000,
  longestLife: 90 * 24 * 60 * 60_000,
  label: 100,
}
const config = {
  limits,
  fileTypes: { allowed: ['pdf', 'png'], dangerous: ['exe'] },
  plans: 'coming-soon' as const,
}
const free = { signedIn: false, isPro: false }
const pro = { signedIn: true, isPro: true }
const none = { tooLarge: [], dangerous: [], unsupported: [], empty: [] }

test('nothing is said when nothing was left out', () => {
  assert.equal(rejectedFilesText(none, [], config, free), '')
})

test('oversize files are dropped with the words of the house, by plan', () => {
  const left = { ...none, tooLarge: [{ name: 'film.mov', size: 3 * GIB }] }
  assert.equal(
    rejectedFilesText(left, [], config, free),
    'File film.mov is too large. Maximum size for free users is 2GB. Sign in with a Pro account to send larger files.',
  )
  assert.equal(rejectedFilesText(left, [], config, pro), 'File film.mov is too large. Maximum size is 10GB.')
  const hidden = { ...config, plans: 'hidden' as const }
  assert.equal(
    rejectedFilesText(left, [], hidden, free),
    'film.mov is 3\u00a0GB. Files can be up to 2\u00a0GB here.',
  )
})

test('of many the first are named and the rest counted', () => {
  const names = ['a', 'b', 'c', 'd', 'e']
  assert.match(
    rejectedFilesText(
      { ...none, tooLarge: names.map((name) => ({ name, size: 11 * GIB })) },
      [],
      config,
      pro,
    ),
    /2 more files are too large\.$/,
  )
  assert.match(rejectedFilesText({ ...none, dangerous: names }, [], config, pro), /^a, b, c and 2 more: /)
})

test('types that are not taken come with those that are; what could not be read is named', () => {
  assert.match(
    rejectedFilesText({ ...none, unsupported: ['a.txt'] }, [], config, free),
    /^a\.txt: .* Supported types: pdf, png\.$/,
  )
  assert.equal(
    rejectedFilesText(none, ['trip/locked'], config, free),
    'trip/locked couldn’t be read and was skipped.',
  )
  assert.equal(rejectedFilesText(none, ['a', 'b'], config, free), 'a, b couldn’t be read and were skipped.')
})

test('too many files, and too many bytes for one link', () => {
  assert.equal(overLimitText({ files: 3, size: 5 * GIB }, limits, free), '')
  assert.match(overLimitText({ files: 4, size: 1 }, limits, free), /4 files\. One link can hold up to 3\./)
  assert.match(
    overLimitText({ files: 1, size: 6 * GIB }, limits, free),
    /6.GB\. One link can hold up to 5.GB/,
  )
  assert.equal(overLimitText({ files: 1, size: 6 * GIB }, limits, pro), '')
})

test('more bytes than the storage of an account has left name both figures', () => {
  const left = { ...limits, storageLeft: GIB, transferSize: { free: GIB, pro: GIB } }
  assert.equal(overLimitText({ files: 1, size: GIB }, left, free), '')
  assert.match(
    overLimitText({ files: 1, size: 2 * GIB }, left, free),
    /total 2.GB, and you have 1.GB of storage left/,
  )
})
