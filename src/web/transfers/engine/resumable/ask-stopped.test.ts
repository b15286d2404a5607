import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { Selection } from '../../selection/selection.ts'
import { askStopped } from './ask-stopped.ts'
import { fingerprintOf, rememberUpload } from './stopped-uploads.ts'

/** As much of a browser's storage as is asked of it. */
const kept = new Map<string, string>()
Object.defineProperty(globalThis, 'localStorage', {
  value: {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  },
})

const file = new File(['0123456789'], 'film.mp4', { lastModified: 1 })
const selection: Selection = [
  { key: 'a', name: file.name, isFolder: false, size: 10, files: [{ path: file.name, file }] },
]

function answers(t: TestContext, answer: () => Response): void {
  t.mock.method(globalThis, 'fetch', async () => answer())
}

test('an upload that stopped is offered again once the server can be asked, and forgotten when it is gone', async (t) => {
  const fingerprint = (await fingerprintOf(selection)) ?? ''
  const upload = { selection: fingerprint, id: 'AAAAAAAAAAAAAAAAAAAAAA', baseUrl: 'https://up.example' }
  rememberUpload({ ...upload, at: Date.now(), form: null })
  answers(t, () => {
    throw new TypeError('there is no network')
  })
  assert.equal(await askStopped(selection), undefined)
  for (const status of [503, 429, 502]) {
    answers(t, () => new Response(null, { status }))
    assert.equal(await askStopped(selection), undefined)
  }
  answers(t, () => new Response(null, { headers: { 'upload-offset': '5' } }))
  assert.equal((await askStopped(selection))?.percent, 50)
  answers(t, () => new Response(null, { status: 404 }))
  assert.equal(await askStopped(selection), undefined)
  assert.equal(kept.size, 0)
})
