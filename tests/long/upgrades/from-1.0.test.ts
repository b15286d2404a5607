import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, type TestContext, test } from 'node:test'
import { createClient } from '#client/create-client.ts'
import { send } from '#client/transfers/send.ts'
import { newMasterKeyText } from '#crypto/keys/key-ring.ts'
import { signIn, signUp } from '#tests/support/accounts/accounts.ts'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { download } from '#tests/support/server/backups.ts'
import { writeOtherRelease } from '#tests/support/server/other-release.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { createUpload, patchUpload, resultOf } from '#tests/support/transfers/resumable-uploads.ts'
import { until, upload } from '#tests/support/transfers/transfers.ts'

/** The commit of release 1.0.0; none in a clone without its history. */
const release = execFileSync('git', ['log', '--format=%H', '--grep=^Version 1.0.0', '-1'], {
  encoding: 'utf8',
}).trim()

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-1.0.0-'))
  if (release === '') return
  const archive = execFileSync('git', ['archive', release, 'src', 'package.json'], { maxBuffer: 2 ** 28 })
  execFileSync('tar', ['x', '-C', folder], { input: archive })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  // It does not start without pages, and none are asked for.
  await writeOtherRelease(join(folder, 'dist/web'))
  await writeFile(join(folder, 'dist/web/.vite/pages.json'), '[]')
})
after(() => rm(folder, { recursive: true }))

type Instance = Awaited<ReturnType<typeof startInstance>>

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
  test('are replaced one after the other without a failed call', { skip: release === '' }, async (t) => {
    const at = await emptyPlace()
    const keys = newMasterKeyText('k1')
    const started: Instance[] = []
    const isOver = new AbortController()
    t.after(async () => {
      isOver.abort()
      for (const { child, exited } of started) {
        child.kill()
        await exited
      }
    })
    const inService: Instance[] = []
    async function add(sources?: string) {
      const instance = await startInstance(at, keys, sources)
      assert.match(instance.output(), /is listening/)
      started.push(instance)
      inService.push(instance)
    }
    /** Sends an instance no more calls, as a load balancer does, and stops it once those that it had are answered. */
    async function takeOut() {
      const old = inService.shift()
      assert.ok(old)
      await moreRounds()
      old.child.kill()
      await old.exited
    }
    await add(folder)
    await add(folder)
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

/** Its client checks no replies: those of 1.0.0 lack what came later. */
async function startInstance(at: DatabasePlace, keys: string, sources: string | undefined) {
  const database = at.url === undefined ? {} : { DATABASE_URL: at.url }
  const settings = { ...database, MASTER_KEYS: keys, RATE_LIMITS: 'off', LOG_LEVEL: 'error' }
  const server = await startServerProcess(at.dataDir, settings, sources)
  return { ...server, client: createClient({ baseUrl: server.baseUrl }) }
}
