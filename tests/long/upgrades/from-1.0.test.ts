import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { after, before, type TestContext, test } from 'node:test'
import { createClient } from '#client/create-client.ts'
import { send } from '#client/transfers/send.ts'
import { newMasterKeyText } from '#crypto/keys/key-ring.ts'
import { signIn, signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import {
  type Instance,
  skip,
  startInstance,
  unpackFirstRelease,
} from '#tests/support/releases/first-release.ts'
import { download } from '#tests/support/server/backups.ts'
import { createUpload, patchUpload, resultOf } from '#tests/support/transfers/resumable-uploads.ts'
import { until, upload } from '#tests/support/transfers/transfers.ts'

let release: Awaited<ReturnType<typeof unpackFirstRelease>> | undefined
before(async () => {
  if (skip === false) release = await unpackFirstRelease()
})
after(() => release?.[Symbol.asyncDispose]())

/** Calls of programs and pages, those of 1.0.0 and those of this release, each at whichever instance is its turn. */
async function work(turn: () => Instance, service: string, ada: string): Promise<void> {
  const bytes = Buffer.from('sent while the service is upgraded')
  const plain = await upload(turn().baseUrl, bytes, { title: 'Upgrade', expiresIn: '1h' })
  assert.deepEqual(await bytesOf(turn(), plain.id), bytes)
  const { file } = await send(
    [
      { path: 'photos/a.txt', content: new Blob(['a']) },
      { path: 'b.txt', content: new Blob(['b']) },
    ],
    { service },
  )
  assert.equal((await bytesOf(turn(), file.id)).subarray(0, 2).toString(), 'PK')
  const path = new URL(await createUpload(turn(), bytes.length)).pathname
  assert.equal((await patchUpload(turn().baseUrl + path, 0, bytes.subarray(0, 9))).status, 204)
  assert.equal((await patchUpload(turn().baseUrl + path, 9, bytes.subarray(9))).status, 204)
  const at = turn()
  const begun = await resultOf(at, at.baseUrl + path)
  assert.deepEqual(await bytesOf(turn(), begun.file.id), bytes)
  const signedIn = createClient({ baseUrl: turn().baseUrl, getToken: () => ada })
  assert.equal((await signedIn.call('profile')).success, true)
  const { refreshToken } = await signIn(turn(), 'bob')
  await turn().client.call('refresh', { body: { refreshToken } })
}

async function bytesOf(at: Instance, id: string): Promise<Buffer> {
  const answer = await download(at, id)
  assert.equal(answer.status, 200)
  return Buffer.from(await answer.arrayBuffer())
}

forEachDatabase('instances of 1.0.0', ({ emptyPlace }) => {
  test('are replaced one after the other without a failed call', { skip }, async (t) => {
    const shared = { at: await emptyPlace(), keys: newMasterKeyText('k1') }
    const started: Instance[] = []
    const isOver = new AbortController()
    t.after(async () => {
      isOver.abort()
      for (const { stop } of started) await stop()
    })
    const inService: Instance[] = []
    async function add(sources?: string) {
      const instance = await startInstance(shared, sources)
      assert.match(instance.output(), /is listening/)
      started.push(instance)
      inService.push(instance)
    }
    /** Sends an instance no more calls, as a load balancer does, and stops it once those that it had are answered. */
    async function takeOut() {
      const old = inService.shift()
      assert.ok(old)
      await moreRounds()
      await old.stop()
    }
    await add(release?.folder)
    await add(release?.folder)
    const first = inService[0]
    assert.ok(first)
    await signUp(first, 'bob')
    const { token } = await signUp(first, 'ada')
    const kept = await upload(first.baseUrl, Buffer.from('sent before'))
    let turns = 0
    let rounds = 0
    const turn = () => {
      turns += 1
      const next = inService[turns % inService.length]
      assert.ok(next)
      return next
    }
    const service = await startBalancer(t, turn)
    async function keepWorking() {
      while (!isOver.signal.aborted) {
        await work(turn, service, token)
        rounds += 1
      }
    }
    const workers = [keepWorking(), keepWorking()]
    const moreRounds = async () => {
      const from = rounds
      await Promise.race([until(async () => rounds >= from + 4), ...workers])
    }
    await moreRounds()
    for (const _ of [1, 2]) {
      await add()
      await moreRounds()
      await takeOut()
      await moreRounds()
    }
    isOver.abort()
    await Promise.all(workers)
    const last = inService[0]
    assert.ok(last)
    assert.equal((await bytesOf(last, kept.id)).toString(), 'sent before')
    const { routing } = await last.client.call('config')
    assert.equal(routing.fileTimes, true)
    for (const { output } of started) assert.doesNotMatch(output(), /INTERNAL_ERROR/)
    t.diagnostic(`${rounds} rounds`)
  })
})

/** Passes each request on to the instance whose turn it is, as a load balancer does. */
async function startBalancer(t: TestContext, turn: () => Instance): Promise<string> {
  const server = createServer((incoming, reply) => {
    const { hostname, port } = new URL(turn().baseUrl)
    const { method, url: path, headers } = incoming
    const passed = request({ hostname, port, method, path, headers }, (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(reply)
    })
    passed.on('error', () => reply.destroy())
    incoming.pipe(passed)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const address = server.address()
  assert.ok(address !== null && typeof address === 'object')
  return `http://127.0.0.1:${address.port}`
}
