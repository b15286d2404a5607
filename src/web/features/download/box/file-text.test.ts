import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { t } from '#web/i18n/t.ts'
import { fileKindText, goneText, namesDiffer, scanLineText } from './file-text.ts'

beforeEach(() => speakInTest('en'))

test('a name stands below a title only where it says something else', () => {
  for (const [title, filename, differs] of [
    ['Handover', 'plan.pdf', true],
    ['Handover', 'Handover.zip', false],
    ['plan.pdf', 'plan.pdf', false],
    [null, 'plan.pdf', false],
  ] as const)
    assert.equal(namesDiffer({ title, filename }), differs)
})

test('the last download that this page had is no problem, and says what ended it', () => {
  assert.match(goneText('deleted', true), /^Downloaded\. The sender allowed one download/)
  assert.equal(
    goneText('used-up', true),
    'Downloaded. The sender limited the downloads, and this was the last one.',
  )
  assert.equal(goneText('deleted', false), 'This file has been permanently removed.')
  assert.equal(goneText('expired', false), 'This file has expired and is no longer available for download.')
})

test('no more is said of the scan than what was done, and that it was not whole where that changes what to do', () => {
  for (const [scan, filename, packed, scanner, line] of [
    ['clean', 'plan.pdf', false, 'clamd', 'Scanned for viruses. No threats found.'],
    ['checked', 'plan.pdf', false, 'clamd', 'No threats found.'],
    ['checked', 'photos.zip', false, 'clamd', 'No threats found.'],
    ['checked', 'plan.pdf', false, 'built-in', 'Checked for dangerous file types.'],
    ['checked', '3 files.zip', true, 'built-in', 'Checked for dangerous file types.'],
    [
      'checked',
      'photos.zip',
      false,
      'built-in',
      'Not fully scanned: the archive’s contents weren’t checked.',
    ],
    ['checked', 'setup.EXE', false, 'clamd', 'Not fully scanned: this file can run as a program.'],
    ['unscanned', 'locked.zip', false, 'clamd', 'This file couldn’t be scanned for viruses.'],
  ] as const) {
    const said = scanLineText({ scan, filename, packed }, scanner)
    assert.ok(said.startsWith(line), `${filename}: ${said}`)
    assert.equal(/if you trust the sender/.test(said), /^Not fully|couldn’t/.test(line), filename)
  }
})

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
    ['end-to-end', 'AES-256-GCM, end-to-end', undefined],
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
