import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { type TestContext, test } from 'node:test'
import { DatabaseUnavailable } from '#server/platform/database/database-failure.ts'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { filePassword, makeKey, sendAs } from '#tests/support/transfers/quantum-files.ts'
import { createUpload, offsetOf, patchUpload, resultOf } from '#tests/support/transfers/resumable-uploads.ts'
import { sendForm, ticketUrl } from '#tests/support/transfers/transfers.ts'

const MINUTE = 60_000

async function blobsOf({ services }: TestServer): Promise<string[]> {
  return Array.fromAsync(services.blobs.default.list(Date.now() + 24 * 60 * MINUTE))
}

function unavailable(): never {
  throw new DatabaseUnavailable('lost', 'cut by the test')
}

/**
 * Loses the answer to the commit of the next transfer. `then` says what the table answers afterwards, until the returned
 * function is called.
 * @param meanwhile what happens between the commit and the question
 */
function loseCommit(
  context: TestContext,
  { services: { database } }: TestServer,
  after: 'answers' | 'is away' | 'is away once',
  meanwhile: () => Promise<unknown> = async () => {},
) {
  const begin = database.transaction.bind(database)
  const lost = context.mock.method(database, 'transaction', () => {
    const builder = begin()
    const execute = builder.execute.bind(builder)
    context.mock.method(builder, 'execute', async (work: Parameters<typeof execute>[0]) => {
      const result = await execute(work)
      const stored = await database.selectFrom('transfers').select('id').execute()
      if (stored.length === 0) return result
      lost.mock.restore()
      await meanwhile()
      if (after === 'is away') asked = context.mock.method(database, 'selectFrom', unavailable)
      if (after === 'is away once')
        asked = context.mock.method(database, 'selectFrom', unavailable, { times: 1 })
      return unavailable()
    })
    return builder
  })
  let asked: { mock: { restore(): void } } | undefined
  return () => asked?.mock.restore()
}

forEachDatabase('an upload whose commit was done and whose answer was lost', ({ place, engine }) => {
  test('is there, and its sender is answered', async (context) => {
    await using server = await startServer(await place())
    const bytes = randomBytes(100_000)
    loseCommit(context, server, 'answers')
    const response = await sendForm(server.baseUrl, [{ name: 'file', bytes, filename: 'a.bin' }])
    const text = await response.text()
    assert.equal(response.status, 201, text)
    const download = await fetch(await ticketUrl(server.baseUrl, JSON.parse(text).file.id))
    assert.ok(Buffer.from(await download.arrayBuffer()).equals(bytes))
  })

  test('is there, also where the table could not be asked at the moment', async (context) => {
    await using server = await startServer(await place())
    const bytes = randomBytes(100_000)
    const answer = loseCommit(context, server, 'is away')
    const response = await sendForm(server.baseUrl, [{ name: 'file', bytes, filename: 'a.bin' }])
    assert.equal(response.status, 503, await response.text())
    answer()
    for (const minutes of [6, 6]) {
      server.clock.advance(minutes * MINUTE)
      await server.sweep()
    }
    assert.equal((await blobsOf(server)).length, 1)
    const { id } = await server.services.database.selectFrom('links').select('id').executeTakeFirstOrThrow()
    const download = await fetch(await ticketUrl(server.baseUrl, id))
    assert.ok(Buffer.from(await download.arrayBuffer()).equals(bytes))
  })

  for (const after of ['answers', 'is away'] as const) {
    test(`is there for its address when it was resumable, and the table ${after}`, async (context) => {
      await using server = await startServer(await place())
      const bytes = randomBytes(100_000)
      const url = await createUpload(server, bytes.length)
      const answer = loseCommit(context, server, after)
      const response = await patchUpload(url, 0, bytes)
      assert.equal(response.status, after === 'answers' ? 204 : 503, await response.text())
      answer()
      assert.equal(await offsetOf(url), bytes.length)
      const { file } = await resultOf(server, url)
      const download = await fetch(await ticketUrl(server.baseUrl, file.id))
      assert.ok(Buffer.from(await download.arrayBuffer()).equals(bytes))
    })
  }

  test('stays, also where its key pair was deleted before the table could be asked', async (context) => {
    await using server = await startServer({ ...(await place()), environment: keepInStore })
    const ada = await signUp(server)
    await makeKey(ada)
    const bytes = randomBytes(100_000)
    const params = { algorithm: 'ml-kem768' } as const
    loseCommit(context, server, 'is away once', () => ada.client.call('deleteKey', { params }))
    const fields = { encryptionMethod: 'ml-kem768', password: filePassword }
    const response = await sendAs(server, ada, bytes, fields)
    assert.equal(response.status, 503, await response.text())
    const { id } = await server.services.database.selectFrom('links').select('id').executeTakeFirstOrThrow()
    const download = await fetch(await ticketUrl(server.baseUrl, id, filePassword))
    assert.ok(Buffer.from(await download.arrayBuffer()).equals(bytes))
  })

  if (engine === 'postgres') {
    for (const what of ['after', 'before'] as const) {
      test(`is there or is not, as PostgreSQL has it, when the line is cut ${what} the commit`, async () => {
        const at = await place()
        await using line = await openLine(at.url ?? '', what)
        await using server = await startServer({ ...at, url: line.url })
        const bytes = randomBytes(100_000)
        const response = await sendForm(server.baseUrl, [{ name: 'file', bytes, filename: 'a.bin' }])
        const text = await response.text()
        assert.equal(line.cuts(), 1)
        const links = await server.services.database.selectFrom('links').select('id').execute()
        if (what === 'after') {
          assert.equal(response.status, 201, text)
          const download = await fetch(await ticketUrl(server.baseUrl, JSON.parse(text).file.id))
          assert.ok(Buffer.from(await download.arrayBuffer()).equals(bytes))
          assert.equal(links.length, 1)
          return
        }
        assert.equal(response.status, 503, text)
        assert.deepEqual(links, [])
        // The blob is left: two sightings without a row remove it.
        assert.equal((await blobsOf(server)).length, 1)
        await server.sweep()
        assert.equal((await blobsOf(server)).length, 1)
        server.clock.advance(6 * MINUTE)
        await server.sweep()
        assert.deepEqual(await blobsOf(server), [])
      })
    }
  }
})

/** A line to PostgreSQL that is cut once, before or after the commit of the first transfer has come through. */
async function openLine(url: string, when: 'before' | 'after') {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let cuts = 0
  const relay = createServer((near) => {
    const far = connect(Number(port), hostname)
    let inserted = false
    let committing = false
    function cut() {
      cuts += 1
      near.destroy()
      far.destroy()
    }
    near.on('data', (chunk) => {
      if (chunk.includes('insert into "transfers"')) inserted = true
      committing = cuts === 0 && inserted && chunk.includes('commit')
      if (committing && when === 'before') cut()
      else far.write(chunk)
    })
    far.on('data', (chunk) => {
      if (committing) cut()
      else near.write(chunk)
    })
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        near.destroy()
        far.destroy()
      })
    }
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const address = relay.address()
  if (!address || typeof address === 'string') throw new Error('the line has no port')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String(address.port)
  return {
    url: through.href,
    cuts: () => cuts,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await once(relay.close(), 'close')
    },
  }
}
