import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { eicar } from '#tests/support/services/eicar.ts'
import { beginPatch } from '#tests/support/transfers/resumable-uploads.ts'
import { until } from '#tests/support/transfers/transfers.ts'

const MIB = 1024 * 1024
const tus = { 'tus-resumable': '1.0.0' }

/** Creates an upload and gives its path. */
async function create(baseUrl: string, length: number): Promise<string> {
  const metadata = `filename ${Buffer.from('a.bin').toString('base64')}`
  const headers = { ...tus, 'upload-length': String(length), 'upload-metadata': metadata }
  const response = await fetch(`${baseUrl}/api/files/resumable`, { method: 'POST', headers })
  assert.equal(response.status, 201, await response.text())
  return response.headers.get('location') ?? ''
}

async function patch(url: string, offset: number, bytes: Uint8Array): Promise<number> {
  const sending = beginPatch(url, offset)
  await sending.write(bytes)
  sending.end()
  return sending.answered
}

async function offsetOf(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: tus })
  assert.equal(response.status, 200)
  return Number(response.headers.get('upload-offset'))
}

forEachDatabase('the lock of an upload', ({ place }) => {
  test('is yielded to its sender who comes back on another instance, with all that had come', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    const bytes = randomBytes(3 * MIB)
    const path = await create(one.baseUrl, bytes.length)
    const silent = beginPatch(one.baseUrl + path, 0)
    await silent.write(bytes.subarray(0, 2 * MIB))
    await until(
      async () => (await one.services.database.selectFrom('locks').select('name').execute()).length > 0,
    )
    const kept = await offsetOf(other.baseUrl + path)
    assert.ok(kept > 0 && kept <= 2 * MIB, String(kept))
    assert.equal(await silent.answered, 400)
    assert.equal(await patch(other.baseUrl + path, kept, bytes.subarray(kept)), 204)
    const id = path.split('/').at(-1) ?? ''
    const { file } = await other.client.call('resumableResult', { params: { id } })
    const download = await fetch(`${one.baseUrl}/api/download/${file.id}/file`)
    assert.ok(Buffer.from(await download.arrayBuffer()).equals(bytes))
  })

  test('that is taken away lets nothing be settled: the upload becomes one file', async () => {
    await using server = await startServer(await place())
    const { database } = server.services
    const bytes = randomBytes(1000)
    const path = await create(server.baseUrl, bytes.length)
    const sending = beginPatch(server.baseUrl + path, 0)
    await sending.write(bytes.subarray(0, 500))
    await until(async () => {
      const taken = await database.deleteFrom('locks').executeTakeFirst()
      return taken.numDeletedRows === 1n
    })
    await sending.write(bytes.subarray(500))
    sending.end()
    assert.equal(await sending.answered, 503)
    assert.deepEqual(
      await database.selectFrom('transfers').select('id').where('state', '=', 'ready').execute(),
      [],
    )
    const id = path.split('/').at(-1) ?? ''
    await server.client.call('resumableResult', { params: { id } })
    const { length } = await database.selectFrom('transfers').select('id').execute()
    assert.equal(length, 1)
  })

  test('that is lost in the middle of the bytes is no fault of the sender, who may go on', async () => {
    await using server = await startServer(await place())
    const { database } = server.services
    const bytes = randomBytes(2 * MIB)
    const path = await create(server.baseUrl, bytes.length)
    const sending = beginPatch(server.baseUrl + path, 0)
    await sending.write(bytes.subarray(0, MIB))
    await until(async () => {
      const taken = await database.deleteFrom('locks').executeTakeFirst()
      return taken.numDeletedRows === 1n
    })
    assert.equal(await sending.answered, 503)
    const kept = await offsetOf(server.baseUrl + path)
    assert.equal(await patch(server.baseUrl + path, kept, bytes.subarray(kept)), 204)
  })

  test('that is taken away lets no refusal be settled either', async () => {
    await using server = await startServer(await place())
    const { database } = server.services
    const bytes = eicar()
    const path = await create(server.baseUrl, bytes.length)
    const sending = beginPatch(server.baseUrl + path, 0)
    await sending.write(bytes.subarray(0, 30))
    await until(async () => {
      const taken = await database.deleteFrom('locks').executeTakeFirst()
      return taken.numDeletedRows === 1n
    })
    await sending.write(bytes.subarray(30))
    sending.end()
    assert.equal(await sending.answered, 503)
    const outcomes = await database.selectFrom('uploads').select('outcome').execute()
    assert.deepEqual(outcomes, [{ outcome: null }])
    const id = path.split('/').at(-1) ?? ''
    await assert.rejects(server.client.call('resumableResult', { params: { id } }), {
      code: 'VIRUS_DETECTED',
    })
  })

  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    test(`of a process that ended by ${signal} is free as soon as it is started again`, async (context) => {
      const at = await place()
      const environment = { LOG_LEVEL: 'silent', ...(at.url === undefined ? {} : { DATABASE_URL: at.url }) }
      const first = await startServerProcess(at.dataDir, environment)
      const bytes = randomBytes(2 * MIB)
      const path = await create(first.baseUrl, bytes.length)
      const cut = beginPatch(first.baseUrl + path, 0)
      await cut.write(bytes.subarray(0, MIB))
      await using watch = await startServer(at)
      const { database } = watch.services
      await until(async () =>
        (await database.selectFrom('locks').select('name').execute()).some(({ name }) =>
          name.startsWith('upload:'),
        ),
      )
      first.child.kill(signal)
      await first.exited
      // Told to stop, it says that the sender may come back.
      assert.equal(await cut.answered, signal === 'SIGTERM' ? 503 : 0)
      const second = await startServerProcess(at.dataDir, environment)
      context.after(async () => {
        second.child.kill()
        await second.exited
      })
      const { received } = await database.selectFrom('uploads').select('received').executeTakeFirstOrThrow()
      assert.equal(await patch(second.baseUrl + path, received, bytes.subarray(received)), 204)
    })
  }
})
