import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { speakInTest } from '#tests/support/browser/speak-in-test.ts'
import { scanLineText } from '../facts/scan-line-text.ts'
import { goneText, namesDiffer } from './box-text.ts'

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

test('no more is said of the scan than what was done', () => {
  const line = 'Checked for dangerous file types. Not fully scanned for viruses.'
  assert.equal(scanLineText('clean', 'clamd'), 'Scanned for viruses. No threats found.')
  assert.equal(scanLineText('checked', 'built-in'), line)
  assert.match(scanLineText('unscanned', 'clamd'), /^This file couldn’t be scanned for viruses\./)
})
