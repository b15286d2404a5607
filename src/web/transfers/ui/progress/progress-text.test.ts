import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceConfig } from '#contract/service.ts'
import type { UploadStep } from '#contract/transfers/upload-steps.ts'
import { stepRows } from './progress-text.ts'

function shown(
  packed: boolean,
  arrived: boolean,
  reported?: UploadStep,
  scanner: ServiceConfig['scanner'] = 'clamd',
): string {
  return stepRows({ packed, arrived, reported }, scanner)
    .map(({ key, state }) => `${key.slice('step.'.length)} ${state}`)
    .join(', ')
}

test('until the last byte has gone, it is being uploaded', () => {
  assert.equal(
    shown(false, false),
    'uploading now, scanning next, encrypting next, storing next, finalizing next',
  )
})

test('arrived is not a step of the server: none is claimed before it says so', () => {
  assert.equal(
    shown(false, true),
    'uploading done, scanning next, encrypting next, storing next, finalizing next',
  )
})

test('what the server says is shown, for several files with the steps of several', () => {
  assert.equal(
    shown(true, true, 'compressing'),
    'uploading done, validating done, scanningSeveral done, compressing now, encryptingSeveral next, storing next, finalizing next',
  )
  assert.equal(
    shown(false, true, 'finalizing'),
    'uploading done, scanning done, encrypting done, storing done, finalizing now',
  )
})

test('a step that is not listed leads to the next one that is', () => {
  assert.match(shown(false, true, 'validating'), /^uploading done, scanning now/)
  assert.match(shown(false, true, 'scanning', 'off'), /^uploading done, encrypting now/)
})

test('what is checked without a virus scanner is not called a virus scan', () => {
  assert.match(shown(false, true, 'scanning', 'built-in'), /^uploading done, checking now/)
  assert.match(shown(true, true, 'scanning', 'built-in'), /validating done, checking now/)
})

test('done is all of them', () => {
  assert.doesNotMatch(shown(true, true, 'done'), /now|next/)
})
