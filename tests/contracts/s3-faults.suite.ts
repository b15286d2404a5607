import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { startServer } from '#tests/support/server/server.ts'
import { noise } from '#tests/support/services/noise.ts'
import type { RealS3 } from '#tests/support/services/real-services.ts'
import {
  type S3Fault,
  type S3Operation,
  s3Environment,
  startS3Faults,
} from '#tests/support/services/s3-faults.ts'
import { askTicket, codeOf, sendForm, ticketUrl, upload } from '#tests/support/transfers/transfers.ts'

type OpenedS3 = {
  readonly settings: RealS3
  /** Blobs in the bucket, which is a new one, and uploads that were neither completed nor aborted. */
  countBlobs(): Promise<number>
  countUploads(): Promise<number>
  close(): Promise<void>
}

const MIB = 1024 * 1024
const MINUTE = 60_000
/** One that is put whole, one of two parts, and one that still arrives when its first part has failed. */
const small = noise(MIB)
const large = noise(9 * MIB)
const huge = noise(30 * MIB)

/** What the whole server makes of an S3 service that fails. @param awayMs how long the store is away in one of the tests */
export function s3FaultSuite(name: string, open: () => Promise<OpenedS3>, awayMs = 0): void {
  describe(`a server whose ${name} fails`, () => {
    async function start() {
      const s3 = await open()
      const store = await startS3Faults(s3.settings.endpoint)
      const environment = {
        ...s3Environment(s3.settings, store.endpoint),
        // The store is away for a minute, and asked again and again.
        RATE_LIMITS: 'off',
      }
      const server = await startServer({ environment })
      const { baseUrl } = server
      return {
        server,
        baseUrl,
        store,
        /** Blobs and unfinished uploads. */
        kept: async () => [await s3.countBlobs(), await s3.countUploads()],
        async [Symbol.asyncDispose]() {
          await server[Symbol.asyncDispose]()
          await store[Symbol.asyncDispose]()
          await s3.close()
        },
      }
    }

    const refusals: readonly [S3Operation, S3Fault, Buffer][] = [
      ['begin', 500, huge],
      ['part', 500, huge],
      ['part', 503, huge],
      ['part', 'reset', huge],
      ['complete', 500, large],
      ['complete', 'reset', large],
      ['put', 503, small],
      ['put', 'reset', small],
    ]
    for (const [operation, fault, bytes] of refusals) {
      test(`answers 503 to uploads while "${operation}" meets ${fault}, and leaves nothing`, async () => {
        await using site = await start()
        site.store.setFault((called) => (called === operation ? fault : undefined))
        const answers = await Promise.all(Array.from({ length: 3 }, () => send(site.baseUrl, bytes)))
        for (const answer of answers) {
          assert.ok(Number(answer.headers.get('retry-after')) > 0)
          assert.equal(await codeOf(answer, 503), 'STORAGE_UNAVAILABLE')
        }
        assert.deepEqual(await site.kept(), [0, 0])
        site.store.heal()
        await keepsWhole(site.baseUrl, bytes)
      })
    }

    const passing: readonly [S3Operation, S3Fault, Buffer][] = [
      ['begin', 500, large],
      ['part', 503, large],
      ['part', 'reset', large],
      ['part', 'lost', large],
      ['complete', 500, large],
      ['complete', 'lost', large],
      ['put', 500, small],
      ['put', 'lost', small],
      ['get', 503, small],
    ]
    for (const [operation, fault, bytes] of passing) {
      test(`does not mind that "${operation}" meets ${fault} once`, async () => {
        await using site = await start()
        let left = 1
        site.store.setFault((called) => {
          if (called !== operation || left === 0) return undefined
          left -= 1
          return fault
        })
        await keepsWhole(site.baseUrl, bytes)
        assert.equal(left, 0)
      })
    }

    for (const [operation, bytes] of [
      ['complete', large],
      ['put', small],
    ] as const) {
      test(`asks the store when every answer to "${operation}" is lost, and finds its blob`, async () => {
        await using site = await start()
        site.store.setFault((called) => (called === operation ? 'lost' : undefined))
        await keepsWhole(site.baseUrl, bytes)
        assert.ok(site.store.seen.includes('head'))
        assert.deepEqual(await site.kept(), [1, 0])
      })
    }

    test('deletes nothing on a doubt: what may have been stored is left to the sweep', async () => {
      await using site = await start()
      site.store.setFault((called) => (called === 'complete' ? 'lost' : called === 'head' ? 503 : undefined))
      assert.equal(await codeOf(await send(site.baseUrl, large), 503), 'STORAGE_UNAVAILABLE')
      assert.deepEqual(await site.kept(), [1, 0])
      assert.ok(!site.store.seen.includes('delete'))
      site.store.heal()
      for (let sweeps = 0; sweeps < 3; sweeps += 1) {
        site.server.clock.advance(6 * MINUTE)
        await site.server.sweep()
      }
      assert.deepEqual(await site.kept(), [0, 0])
    })

    test('goes on with other calls while the store is slow, and takes the upload in the end', async () => {
      await using site = await start()
      const { id } = await upload(site.baseUrl, small)
      const held = Promise.withResolvers<void>()
      const reached = Promise.withResolvers<void>()
      site.store.setFault((called) => {
        if (called !== 'part') return undefined
        reached.resolve()
        return held.promise
      })
      let answered = false
      const sending = Array.from({ length: 4 }, () => send(site.baseUrl, large))
      const first = Promise.race(sending).then(() => {
        answered = true
      })
      await reached.promise
      await site.server.client.call('fileInfo', { params: { id } })
      await downloads(site.baseUrl, id, small)
      assert.equal(answered, false)
      held.resolve()
      await first
      for (const answer of await Promise.all(sending)) assert.equal(answer.status, 201)
    })

    test('refuses with 503 while the store is away, and is well when it is back', async () => {
      await using site = await start()
      const { id } = await upload(site.baseUrl, large)
      const url = await ticketUrl(site.baseUrl, id)
      site.store.setFault(() => 'reset')
      const end = Date.now() + awayMs
      do {
        assert.equal(await codeOf(await send(site.baseUrl, small), 503), 'STORAGE_UNAVAILABLE')
        assert.equal(await codeOf(await send(site.baseUrl, large), 503), 'STORAGE_UNAVAILABLE')
        assert.equal(await codeOf(await askTicket(site.baseUrl, id), 503), 'STORAGE_UNAVAILABLE')
        assert.equal(await codeOf(await fetch(url), 503), 'STORAGE_UNAVAILABLE')
        assert.equal((await fetch(`${site.baseUrl}/api/health`)).status, 503)
      } while (Date.now() < end)
      site.store.heal()
      await downloads(site.baseUrl, id, large)
      await keepsWhole(site.baseUrl, small)
    })

    test('cuts a download that the store cuts, and the next one is whole', async () => {
      await using site = await start()
      const { id } = await upload(site.baseUrl, large)
      const url = await ticketUrl(site.baseUrl, id)
      const calls = () => site.store.seen.filter((called) => called === 'get').length
      // The first call reads the beginning of the blob only.
      const first = calls() + 1
      site.store.setFault((called) => (called === 'get' && calls() > first ? 'cut' : undefined))
      const answer = await fetch(url)
      assert.equal(answer.status, 200)
      await assert.rejects(answer.arrayBuffer())
      site.store.heal()
      await downloads(site.baseUrl, id, large)
    })
  })
}

function send(baseUrl: string, bytes: Uint8Array): Promise<Response> {
  return sendForm(baseUrl, [{ name: 'file', bytes, filename: 'file.dat' }])
}

async function keepsWhole(baseUrl: string, bytes: Buffer): Promise<void> {
  const { id } = await upload(baseUrl, bytes)
  await downloads(baseUrl, id, bytes)
}

async function downloads(baseUrl: string, id: string, bytes: Buffer): Promise<void> {
  const answer = await fetch(await ticketUrl(baseUrl, id))
  assert.equal(answer.status, 200)
  assert.ok(Buffer.from(await answer.arrayBuffer()).equals(bytes), 'the bytes are others')
}
