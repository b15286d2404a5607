import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { newMasterKeyText } from '#crypto/keys/key-ring.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { createCallers } from '#tests/support/rolling/caller.ts'
import { startInstances } from '#tests/support/rolling/instances.ts'
import {
  type Acknowledged,
  fetchFile,
  fetchOnce,
  guessPasswords,
  type Journey,
  sendAndFetch,
  sendInChunks,
  signInAndOut,
} from '#tests/support/rolling/journeys.ts'
import { installOtherRelease } from '#tests/support/server/other-release.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { freePort } from '#tests/support/server/server-process.ts'
import { rollingTime } from '#tests/support/server/thoroughness.ts'
import { makeCertificate, startNginx } from '#tests/support/services/proxies.ts'
import { newBucket } from '#tests/support/services/real-bucket.ts'

const SECOND = 1_000
/** How many people do what all the time: 32 of them. */
const people: readonly (readonly [journey: Journey, count: number])[] = [
  [sendAndFetch, 12],
  [sendInChunks, 8],
  [fetchOnce, 5],
  [signInAndOut, 4],
  [guessPasswords, 3],
]
/** Longer than the proxy leaves one out that was away, and than a dead one has a place among the others. */
const between = 3 * SECOND
/** A place that a dead instance held on a one-time link is free after three minutes. */
const placeTime = 200 * SECOND
/** A mail that a killed instance had taken is taken by another after two minutes, or half a minute later. */
const mailTime = 180 * SECOND
/** What other instances answer while a dead one still holds something. */
const heldByTheDead = ['UPLOAD_LOCKED', 'UPLOAD_OFFSET_MISMATCH']

forEachDatabase('three instances behind nginx, with S3', ({ engine, place }) => {
  if (engine === 'sqlite') return

  test('lose nothing and do nothing twice while they are killed, stopped and replaced under load', async (context) => {
    const folder = await mkdtemp(join(tmpdir(), 'restante-rolling-'))
    context.after(() => rm(folder, { recursive: true, force: true }))
    const at = await place()
    assert.ok(at.url !== undefined)
    await using mailServer = await startMailServer()
    const port = await freePort()
    const keyPath = join(at.dataDir, 'keys', 'master-keys')
    const shared = {
      ...(await newBucket()),
      DATABASE_URL: at.url,
      MASTER_KEYS_FILE: keyPath,
      SMTP_URL: mailServer.url,
    }
    const site = await startInstances(3, folder, {
      ...shared,
      PUBLIC_URL: `https://127.0.0.1:${port}`,
      TRUSTED_PROXIES: '127.0.0.1',
      WORKERS: '1',
      DRAIN_DELAY_SECONDS: '1',
      DRAIN_SECONDS: '20',
      LOG_LEVEL: 'error',
    })
    context.after(() => site.close())
    const certificate = await makeCertificate(folder)
    const [serverPort = 0, ...further] = site.ports
    const proxy = await startNginx({ port, serverPort, folder, certificate }, further)
    context.after(() => proxy.stop())
    const nextRelease = join(folder, 'next-release')
    await mkdir(nextRelease)
    await installOtherRelease(nextRelease, [
      { name: '8000-expand', statements: ['alter table transfers add column made_up text'] },
    ])

    const callers = createCallers(proxy.origin)
    const acknowledged: Acknowledged = { files: new Map(), mailed: [], unserved: [] }
    const load = startLoad(callers, acknowledged)
    const commands = runCommands(proxy.origin, certificate.path, folder, load.signal)
    const rotate = () => rotateKeys(keyPath, { DATA_DIR: join(folder, 'commands'), ...shared })
    await disturbAll(site.instances, nextRelease, rotate, load.signal)
    const rounds = await load.stop()
    const commandRounds = await commands
    context.diagnostic(
      `${JSON.stringify(rounds)}, commands: ${commandRounds}, files: ${acknowledged.files.size}, mails: ${acknowledged.mailed.length}, failed tries: ${callers.failures.length} ${JSON.stringify(countBy(callers.failures.map(({ code }) => code)))}, unserved: ${acknowledged.unserved.length}, disturbances: ${site.instances.map((one) => one.disturbances())}`,
    )

    for (const failure of callers.failures)
      assert.ok(
        heldByTheDead.includes(failure.code) || site.wasDisturbed(failure),
        `${failure.code} of ${failure.upstream}, which nothing had disturbed`,
      )
    await areAllThere(callers, acknowledged)
    await areMailedOnce(mailServer, acknowledged.mailed)
    await areServedInTheEnd(callers, acknowledged.unserved)
    for (const instance of site.instances) assert.doesNotMatch(instance.output(), /INTERNAL_ERROR/)
    for (const count of Object.values(rounds)) assert.ok(count > 0, JSON.stringify(rounds))
    assert.ok(commandRounds > 0)
  })
})

type Callers = ReturnType<typeof createCallers>

/** Everybody goes on until they are stopped. What fails for one stops all, and fails the test. */
function startLoad(callers: Callers, acknowledged: Acknowledged) {
  const stopping = new AbortController()
  const rounds: Record<string, number> = {}
  async function keepOn(journey: Journey): Promise<void> {
    while (!stopping.signal.aborted) {
      const caller = callers.next()
      try {
        await journey(caller, acknowledged)
      } catch (error) {
        stopping.abort(error)
        throw error
      } finally {
        caller.close()
      }
      rounds[journey.name] = (rounds[journey.name] ?? 0) + 1
    }
  }
  const all = Promise.all(
    people.flatMap(([journey, count]) => Array.from({ length: count }, () => keepOn(journey))),
  )
  all.catch(() => {})
  return {
    signal: stopping.signal,
    async stop() {
      stopping.abort()
      await all
      return rounds
    },
  }
}

/** The command line sends and fetches beside everybody else. @returns how often */
async function runCommands(
  origin: string,
  certificate: string,
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const environment = { NODE_EXTRA_CA_CERTS: certificate }
  const path = join(folder, 'sent.bin')
  let rounds = 0
  for (; !signal.aborted; rounds += 1) {
    const content = `${rounds} `.repeat(500_000)
    await writeFile(path, content)
    const sent = await runForScript(['upload', '--url', origin, path], { environment })
    assert.equal(sent.code, 0, JSON.stringify(sent.answer))
    const { file } = sent.answer as { file: { downloadUrl: string } }
    const to = join(folder, `fetched-${rounds}`)
    const fetched = await runCommand(['download', file.downloadUrl, '--output', to], { environment })
    assert.equal(fetched.code, 0, fetched.stderr)
    assert.ok((await readFile(to, 'utf8')) === content)
    await rm(to)
  }
  return rounds
}

type Instance = Awaited<ReturnType<typeof startInstances>>['instances'][number]

/** One at a time is killed, stopped and continued; then all are replaced one after the other, and the master key is. */
async function disturbAll(
  instances: readonly Instance[],
  nextRelease: string,
  rotate: () => Promise<void>,
  failed: AbortSignal,
): Promise<void> {
  const end = performance.now() + rollingTime
  let release: string | undefined = nextRelease
  for (let round = 0; round === 0 || performance.now() < end; round += 1) {
    const turn = (offset: number) => instances[(round + offset) % instances.length]
    // Every other time for longer than a lock is held for one that does not renew it.
    const still = (round % 2 === 0 ? 8 : 40) * SECOND
    const acts = [
      () => turn(0)?.kill(SECOND),
      () => turn(1)?.stop(still),
      rotate,
      ...instances.map((instance) => () => instance.roll(release)),
    ]
    for (const act of acts) {
      await pause(between)
      failed.throwIfAborted()
      await act()
    }
    // Back again: the tables stay as they are, and the release before works with them.
    release = release === undefined ? nextRelease : undefined
  }
  await pause(Math.max(between, end - performance.now()))
}

async function rotateKeys(path: string, environment: Record<string, string>): Promise<void> {
  const [newest = '', ...older] = (await readFile(path, 'utf8')).trim().split(',')
  const number = Number(/^k(\d+):/.exec(newest)?.[1]) + 1
  const keys = [newMasterKeyText(`k${number}`), newest, ...older]
  await writeFile(`${path}.new`, `${keys.join(',')}\n`, { mode: 0o600 })
  await rename(`${path}.new`, path)
  const { answer } = await runForScript(['rotate-keys'], { environment })
  assert.deepEqual([answer.success, answer.kid], [true, `k${number}`], JSON.stringify(answer))
}

/** Every file whose upload was acknowledged is there, whole. */
async function areAllThere(callers: Callers, { files }: Acknowledged): Promise<void> {
  const left = [...files]
  async function fetchRest(): Promise<void> {
    for (let next = left.pop(); next; next = left.pop()) {
      const [id, hash] = next
      const caller = callers.next()
      assert.equal(await fetchFile(caller, id), hash)
      caller.close()
    }
  }
  await Promise.all(Array.from({ length: 8 }, fetchRest))
}

/** Every mail that was taken over has come, and none twice: a second try of one has the same id. */
async function areMailedOnce(
  { mails }: Awaited<ReturnType<typeof startMailServer>>,
  recipients: readonly string[],
): Promise<void> {
  const giveUp = AbortSignal.timeout(mailTime)
  const idsOf = (to: string) =>
    new Set(mails.filter((one) => one.to.includes(to)).map(({ mail }) => mail.messageId))
  for (const to of recipients) {
    while (idsOf(to).size === 0) {
      giveUp.throwIfAborted()
      await pause(200)
    }
  }
  const all = new Set(mails.flatMap(({ to }) => to))
  for (const to of all) assert.equal(idsOf(to).size, 1, to)
}

/** Whose connection broke while they had the one place gets the file with the same ticket. */
async function areServedInTheEnd(callers: Callers, unserved: Acknowledged['unserved']): Promise<void> {
  for (const { urls, hash } of unserved) {
    const caller = callers.next()
    const giveUp = AbortSignal.timeout(placeTime)
    let got: Buffer | undefined
    while (!got) {
      giveUp.throwIfAborted()
      for (const url of urls) {
        const answer = await caller.insist(() => caller.fetchWhole(url)).catch(() => undefined)
        got ??= answer?.body
      }
      if (!got) await pause(SECOND)
    }
    assert.equal(createHash('sha256').update(got).digest('hex'), hash)
    caller.close()
  }
}

function countBy(words: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}
