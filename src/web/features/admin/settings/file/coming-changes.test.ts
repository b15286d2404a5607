import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultIdentity } from '#contract/operations/branding/identity.ts'
import type { Setting } from '#contract/operations/settings.ts'
import { comingChanges } from './coming-changes.ts'

const setting = (name: string, value: string, source: Setting['source'] = 'default'): Setting => ({
  name,
  group: 'limits',
  value,
  default: value,
  source,
  choices: null,
  secret: false,
  set: true,
  pending: false,
})
const text = (version: string, title: string) => ({
  version,
  date: '2026-12-01',
  note: {},
  sections: { en: [{ title, text: 'Text' }] },
})

test('a file is compared with the service by the rules of the import', () => {
  const file = {
    version: 1 as const,
    settings: { FREE_FILE_SIZE: '3GB', PRO_FILE_SIZE: '10GB', SUPPORT_MAIL: 'a@b.example', OTHER: 'x' },
    identity: { ...defaultIdentity, name: 'Example Transfer', links: [] },
    terms: text('3', 'Use'),
    privacy: text('2', 'Data'),
  }
  const present = {
    settings: [
      setting('FREE_FILE_SIZE', '2GB'),
      setting('PRO_FILE_SIZE', '10GB'),
      setting('SUPPORT_MAIL', 'desk@b.example', 'environment'),
    ],
    file: { version: 1 as const, settings: {}, identity: defaultIdentity, terms: text('4', 'Other') },
  }
  assert.deepEqual(comingChanges(file, present), {
    settings: [{ name: 'FREE_FILE_SIZE', from: '2GB', to: '3GB' }],
    fixed: ['SUPPORT_MAIL'],
    unknown: ['OTHER'],
    identity: ['name'],
    texts: [
      { page: 'terms', version: '3', publish: false },
      { page: 'privacy', version: '2', publish: true },
    ],
    groups: false,
  })
  const same = { ...file, settings: {}, identity: defaultIdentity, terms: text('9', 'Other') }
  assert.deepEqual(comingChanges({ ...same, privacy: undefined, groups: [] }, present), {
    settings: [],
    fixed: [],
    unknown: [],
    identity: [],
    texts: [],
    groups: true,
  })
})
