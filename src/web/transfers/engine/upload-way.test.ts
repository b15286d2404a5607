import assert from 'node:assert/strict'
import { test } from 'node:test'
import { uploadWay } from './upload-way.ts'

const routing = { resumableAbove: 100, directAbove: 95, fileTimes: true }
const direct = { routing, uploadOrigin: 'https://up.example.org' }

test('small transfers go to the page’s own origin, one file and several by their calls', () => {
  assert.deepEqual(uploadWay({ files: 1, size: 95 }, direct), {
    baseUrl: '',
    resumable: false,
    call: 'upload',
  })
  assert.equal(uploadWay({ files: 2, size: 95 }, direct).call, 'uploadMultiple')
})

test('larger ones go to the upload origin, where there is one', () => {
  assert.equal(uploadWay({ files: 1, size: 96 }, direct).baseUrl, 'https://up.example.org')
  assert.equal(uploadWay({ files: 1, size: 96 }, { routing, uploadOrigin: null }).baseUrl, '')
})

test('the largest are resumable, with the streaming call as the fallback', () => {
  const way = { baseUrl: 'https://up.example.org', resumable: true, call: 'uploadStream' } as const
  assert.deepEqual(uploadWay({ files: 1, size: 101 }, direct), way)
  assert.deepEqual(uploadWay({ files: 9, size: 101 }, direct), way)
  assert.equal(uploadWay({ files: 1, size: 100 }, direct).resumable, false)
})
