import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { atMost } from '#tests/bench/bounds/at-most.ts'
import { foreignZip } from '#tests/support/samples/foreign-zip.ts'
import { startServer } from '#tests/support/server/server.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

/** Milliseconds: longer than any call takes beside work that gives way, and shorter than the work itself. */
const noticed = 1500

for (const addresses of [1, 20])
  test(`eighty searches of a large foreign ZIP from ${addresses === 1 ? 'one address' : `${addresses} addresses`} hold up no other call`, async (t) => {
    const environment = { TRUSTED_PROXIES: '127.0.0.1' }
    await using server = await startServer({ environment })
    const names = Array.from({ length: 60_000 }, (_, index) => `Bücher/Ümläüte ${index}/Größe ${index}.txt`)
    const zip = foreignZip(names.map((name) => ({ name, stored: true })))
    const { id } = await upload(server.baseUrl, zip, {}, 'many.zip')
    let searching = true
    const searches = Promise.all(
      Array.from({ length: 80 }, async (_, count) => {
        const headers = { 'x-forwarded-for': `203.0.113.${count % addresses}` }
        const url = `${server.baseUrl}/api/download/${id}/members?search=grosse%20${count}`
        const answer = await fetch(url, { headers })
        assert.equal(answer.status, 200)
        const { total } = await answer.json()
        assert.ok(total > 0)
      }),
    ).finally(() => {
      searching = false
    })
    let longest = 0
    while (searching) {
      const from = performance.now()
      assert.equal((await fetch(`${server.baseUrl}/api/health`)).status, 200)
      longest = Math.max(longest, performance.now() - from)
      await wait(20)
    }
    await searches
    atMost(t, 'longest call', longest, noticed, 'ms')
  })
