import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { truncate } from 'node:fs/promises'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { storedFile } from '#tests/support/databases/damage-blob.ts'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { childEnvironment, programs } from '#tests/support/server/child-processes.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { keepInStore, startServer, type TestServer } from '#tests/support/server/server.ts'
import { kills } from '#tests/support/server/thoroughness.ts'
import { s3Environment, startS3Faults } from '#tests/support/services/s3-faults.ts'
import { startS3Stub } from '#tests/support/services/s3-stub.ts'
import { ticketUrl, upload } from '#tests/support/transfers/transfers.ts'

type Kept = { readonly id: string; readonly bytes: Buffer }

async function send(server: TestServer, sizes: readonly number[]): Promise<Kept[]> {
  const kept: Kept[] = []
  for (const size of sizes) {
    const bytes = randomBytes(size)
    kept.push({ id: (await upload(server.baseUrl, bytes)).id, bytes })
  }
  return kept
}

async function assertWhole(server: TestServer, files: readonly Kept[]): Promise<void> {
  for (const { id, bytes } of files) {
    const answer = await fetch(await ticketUrl(server.baseUrl, id))
    assert.deepEqual(Buffer.from(await answer.arrayBuffer()), bytes)
  }
}

async function idsIn({ services }: TestServer, name: 'disk' | 's3'): Promise<string[]> {
  const store = services.blobs.all.find((one) => one.name === name)
  return store ? Array.fromAsync(store.list(Number.POSITIVE_INFINITY)) : []
}

function move(place: DatabasePlace, from: string, to: string, environment: Record<string, string>) {
  return runForScript(['move-storage', '--from', from, '--to', to], { place, environment })
}

const sizes = [10, 300_000, 2_500_000]

forEachDatabase('stored files', ({ place }) => {
  test('move to a bucket and back while downloads of them run', async () => {
    await using s3 = await startS3Stub()
    const at = await place()
    const bucket = s3Environment(s3.settings, s3.settings.endpoint)
    const before = await startServer({ ...at, environment: keepInStore })
    const files = await send(before, [...sizes, 40_000_000])
    await before[Symbol.asyncDispose]()
    {
      await using server = await startServer({ ...at, environment: { ...keepInStore, ...bucket } })
      const large = files[3]
      assert.ok(large)
      // A resumed download reads the rest where the file lies by then.
      const running = await fetch(await ticketUrl(server.baseUrl, large.id))
      const reader = running.body?.getReader()
      const first = await reader?.read()
      const { code, answer } = await move(at, 'disk', 's3', bucket)
      assert.deepEqual([code, answer.moved, answer.damaged], [0, 4, []])
      const chunks = [first?.value ?? new Uint8Array()]
      for (let next = await reader?.read(); next && !next.done; next = await reader?.read())
        chunks.push(next.value)
      assert.deepEqual(Buffer.concat(chunks), large.bytes)
      await assertWhole(server, files)
      assert.deepEqual(await idsIn(server, 'disk'), [])
      assert.equal((await idsIn(server, 's3')).length, 4)
      assert.deepEqual((await move(at, 'disk', 's3', bucket)).answer.moved, 0)
    }
    const back = { ...keepInStore, ...bucket, NEW_FILES: 'disk' }
    {
      await using server = await startServer({ ...at, environment: back })
      const [newer] = await send(server, [400_000])
      assert.ok(newer)
      assert.equal((await idsIn(server, 'disk')).length, 1)
      assert.equal((await move(at, 's3', 'disk', back)).answer.moved, 4)
      await assertWhole(server, [...files, newer])
      assert.deepEqual(await idsIn(server, 's3'), [])
    }
    await using alone = await startServer({ ...at, environment: keepInStore })
    await assertWhole(alone, files)
  })

  test('survive a move that is killed again and again', async () => {
    await using s3 = await startS3Stub()
    const at = await place()
    const bucket = s3Environment(s3.settings, s3.settings.endpoint)
    await using server = await startServer({ ...at, environment: keepInStore })
    const files = await send(
      server,
      Array.from({ length: 12 }, () => 200_000),
    )
    await using moved = await startServer({ ...at, environment: { ...keepInStore, ...bucket } })
    for (let n = 0; n < kills; n += 1) {
      const child = spawn(
        process.execPath,
        [programs.commandLine, 'move-storage', '--from', 'disk', '--to', 's3', '--rate', '2MB/s'],
        { env: { ...childEnvironment(), DATA_DIR: at.dataDir, ...databaseOf(at), ...bucket } },
      )
      await pause(500 + Math.random() * 1000)
      child.kill('SIGKILL')
      if (child.exitCode === null) await once(child, 'close')
      await assertWhole(moved, files)
    }
    // Its lock falls, or is dropped with its instance.
    assert.equal((await move(at, 'disk', 's3', bucket)).code, 0)
    await assertWhole(moved, files)
    assert.deepEqual(await idsIn(moved, 'disk'), [])
    assert.equal((await idsIn(moved, 's3')).length, files.length)
  })

  test('stay where they are without a bucket, or with one that does not answer, and it is said what to do', async () => {
    const at = await place()
    for (const stores of [
      ['disk', 's3'],
      ['s3', 'disk'],
    ] as const) {
      const { code, answer } = await move(at, stores[0], stores[1], {})
      assert.equal(code, 3)
      assert.match(String(answer.message), /^S3_BUCKET is not set: set it /)
    }
    const settings = {
      endpoint: 'http://127.0.0.1:9',
      region: 'r',
      bucket: 'b',
      accessKeyId: 'a',
      secretAccessKey: 's',
    }
    const { code, answer } = await move(at, 'disk', 's3', s3Environment(settings, settings.endpoint))
    assert.equal(code, 3)
    assert.match(
      String(answer.message),
      /ECONNREFUSED\. Check the S3 settings, and that the bucket is there\.$/,
    )
  })

  test('stay where they are while the bucket is away, and where they cannot be read', async () => {
    await using s3 = await startS3Stub()
    await using faults = await startS3Faults(s3.settings.endpoint)
    const at = await place()
    const bucket = s3Environment(s3.settings, faults.endpoint)
    await using server = await startServer({ ...at, environment: keepInStore })
    const files = await send(server, [300_000, 300_000, 300_000])
    await using moved = await startServer({ ...at, environment: { ...keepInStore, ...bucket } })
    let puts = 0
    faults.setFault((operation) => {
      if (operation !== 'put') return undefined
      puts += 1
      return puts > 1 ? 'reset' : undefined
    })
    const away = await move(at, 'disk', 's3', bucket)
    assert.deepEqual([away.code, away.answer.moved], [1, 1])
    assert.match(String(away.answer.problem), /Nothing is lost\. Run this again/)
    faults.heal()
    await assertWhole(moved, files)
    const [damaged = ''] = await idsIn(moved, 'disk')
    await truncate(storedFile(at.dataDir, damaged), 100_000)
    const { code, answer } = await move(at, 'disk', 's3', bucket)
    assert.deepEqual([code, answer.moved, answer.damaged], [4, 1, [damaged]])
    assert.deepEqual(await idsIn(moved, 'disk'), [damaged])
  })
})

function databaseOf({ url }: DatabasePlace): Record<string, string> {
  return url === undefined ? {} : { DATABASE_URL: url }
}
