import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { encryptionLabel } from '../../../i18n/format/encryption-label.ts'
import { t } from '../../../i18n/t.ts'
import { fileKindText } from './file-kind-text.ts'

beforeEach(() => speakInTest('en'))

for (const [filename, mimeType, words] of [
  ['handover.ZIP', 'application/zip', 'ZIP archive'],
  ['report.docx', 'application/octet-stream', 'DOCX document'],
  ['IMG_1', 'image/jpeg', 'Image'],
  ['plan.xyz', 'application/x-unheard-of', 'XYZ file'],
  ['LICENSE', 'application/octet-stream', 'File'],
] as const)
  test(`${filename} as ${mimeType} is called “${words}”`, () => {
    assert.equal(fileKindText({ filename, mimeType }), words)
  })

test('methods have names for people, post-quantum ones their security level', () => {
  for (const [method, name, level] of [
    ['aes-256-gcm', 'AES-256-GCM', undefined],
    ['rsa', 'RSA-OAEP', undefined],
    ['kyber', 'Kyber (Post-Quantum)', undefined],
    ['ml-kem512', 'ML-KEM-512', 1],
    ['ml-kem768', 'ML-KEM-768', 3],
    ['ml-kem1024', 'ML-KEM-1024', 5],
    ['rot13', 'rot13', undefined],
  ] as const) {
    const label = encryptionLabel(method)
    assert.deepEqual([label.name, label.level], [name, level])
  }
  assert.equal(
    t('file.postQuantum', { name: 'ML-KEM-768', level: 3 }),
    'ML-KEM-768 (post-quantum, security level 3)',
  )
})
