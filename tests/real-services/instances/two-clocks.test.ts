import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { atMost } from '#tests/bench/bounds/at-most.ts'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { arrived, expectTaken } from '#tests/support/mail/link-mails.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { watchOtherCallers } from '#tests/support/server/other-callers.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { createShiftedClock } from '#tests/support/server/shifted-clock.ts'
import { newBucket } from '#tests/support/services/real-bucket.ts'
import {
  beginPatch,
  createUpload,
  offsetOf,
  patchUpload,
  resultOf,
  sendCreation,
} from '#tests/support/transfers/resumable-uploads.ts'
import { ticketUrl, until, upload } from '#tests/support/transfers/transfers.ts'

const SECOND = 1_000
const MIB = 1024 * 1024
const apart = 60
/** One every two minutes: more than the clocks are apart. */
const uploadsPerHour = 30

type Instance = Awaited<ReturnType<typeof startInstance>>

forEachDatabase('two instances whose clocks are a minute apart', ({ engine, place, open }) => {
  // Those that share a SQLite file share a machine, and so its clock.
  if (engine === 'sqlite') return
  for (const store of ['folder', 'S3'])
    test(`do everything once and serve nothing for too long: ${store}`, async (context) => {
      const at = await place()
      const stored = store === 'S3' ? await newBucket() : {}
      await using mailServer = await startMailServer()
      const environment = { ...stored, SMTP_URL: mailServer.url, UPLOADS_PER_HOUR: String(uploadsPerHour) }
      const one = await startInstance(context, at, environment, '+0')
      const ahead = await startInstance(context, at, environment, `+${apart}`)
      const both = [one, ahead] as const
      const callers = both.map(({ baseUrl }) => watchOtherCallers(baseUrl, ['/api/config']))

      for (const [here, there] of [both, both.toReversed()]) {
        assert.ok(here && there)
        await goesFromOneToTheOther(here, there)
        await yieldsItsLock(here, there)
        await isServedOnce(here, there)
      }
      for (const server of both) {
        const file = await upload(server.baseUrl, randomBytes(1000))
        for (const to of ['ada', 'bea', 'cleo'])
          await expectTaken(server, file, { recipientEmail: `${to}-${server.offset}@example.org` })
      }
      const mails = await arrived(mailServer, 6)
      assert.equal(new Set(mails.flatMap(({ to }) => to)).size, 6)

      const { database } = await open(at)
      const ending = await upload(one.baseUrl, randomBytes(1000))
      const end = Date.now() + 10 * SECOND
      await database
        .updateTable('transfers')
        .set({ expires_at: end })
        .where('name', '=', 'file.bin')
        .execute()
      assert.equal(await infoStatus(ahead, ending.id), 410)
      // Not so often that looking at files would be limited.
      let asked = Date.now()
      while ((await infoStatus(one, ending.id)) !== 410) {
        assert.ok(asked <= end, `still there ${asked - end} ms after its end`)
        await pause(200)
        asked = Date.now()
      }

      const allowed = await countAllowedUploads(both)
      assert.ok(Math.abs(allowed - uploadsPerHour) <= 1, `${allowed} uploads in an hour`)
      assert.equal(mailServer.mails.length, 6)
      for (const caller of callers) {
        const { statuses, slow } = await caller.stop()
        assert.deepEqual(statuses, [200])
        atMost(context, 'others waited', slow, SECOND, 'ms')
      }
      for (const { child, output } of both) {
        assert.doesNotMatch(output(), /INTERNAL_ERROR|job failed|a lock was lost/)
        assert.equal(child.exitCode, null)
      }
    })
})

async function startInstance(
  context: TestContext,
  at: DatabasePlace,
  environment: Record<string, string>,
  offset: string,
) {
  const clock = await createShiftedClock(at.dataDir, `clock${offset}`)
  await clock.set(offset)
  const server = await startServerProcess(at.dataDir, {
    ...clock.environment,
    ...environment,
    ...(at.url === undefined ? {} : { DATABASE_URL: at.url }),
    TRUSTED_PROXIES: '127.0.0.1',
    LOG_LEVEL: 'error',
  })
  context.after(async () => {
    server.child.kill()
    await server.exited
  })
  const client = createClient({ baseUrl: server.baseUrl, schemas: endpoints })
  return { ...server, client, offset }
}

/** A file that is sent in turns is what was sent, from both. */
async function goesFromOneToTheOther(here: Instance, there: Instance): Promise<void> {
  const bytes = randomBytes(3 * MIB)
  const path = new URL(await createUpload(here, bytes.length)).pathname
  const both = [here, there, here]
  for (const [index, { baseUrl }] of both.entries()) {
    const chunk = bytes.subarray(index * MIB, (index + 1) * MIB)
    assert.equal((await patchUpload(baseUrl + path, index * MIB, chunk)).status, 204)
  }
  for (const server of [here, there]) {
    const { file } = await resultOf(server, server.baseUrl + path)
    const response = await fetch(await ticketUrl(server.baseUrl, file.id))
    assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes))
  }
}

/** The sender who comes back elsewhere goes on there with all that had come. */
async function yieldsItsLock(here: Instance, there: Instance): Promise<void> {
  const bytes = randomBytes(3 * MIB)
  const path = new URL(await createUpload(here, bytes.length)).pathname
  const silent = beginPatch(here.baseUrl + path, 0)
  await silent.write(bytes.subarray(0, 2 * MIB))
  let kept = 0
  await until(async () => {
    kept = await offsetOf(there.baseUrl + path)
    return kept > 0
  })
  assert.equal(await silent.answered, 400)
  assert.equal((await patchUpload(there.baseUrl + path, kept, bytes.subarray(kept))).status, 204)
  const { file } = await resultOf(here, here.baseUrl + path)
  const response = await fetch(await ticketUrl(here.baseUrl, file.id))
  assert.ok(Buffer.from(await response.arrayBuffer()).equals(bytes))
}

/** Of many who want a file that is deleted after its download, at both at once, one gets it. */
async function isServedOnce(here: Instance, there: Instance): Promise<void> {
  const bytes = randomBytes(4 * MIB)
  const { id } = await upload(here.baseUrl, bytes, { deleteAfterDownload: 'true' })
  const asking = Array.from({ length: 20 }, async (_, index) => {
    const { baseUrl } = index % 2 === 0 ? here : there
    const response = await fetch(`${baseUrl}/api/download/${id}/file`)
    const body = Buffer.from(await response.arrayBuffer())
    return { status: response.status, isWhole: body.equals(bytes) }
  })
  const answers = await Promise.all(asking)
  assert.equal(answers.filter(({ status, isWhole }) => status === 200 && isWhole).length, 1)
  for (const { status } of answers) assert.ok([200, 409, 410, 429, 503].includes(status), String(status))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const server of [here, there]) await until(async () => (await infoStatus(server, id)) === 410)
}

/** How many uploads of one address begin when both are asked in turn. */
async function countAllowedUploads(both: readonly Instance[]): Promise<number> {
  const headers = { 'x-forwarded-for': '192.0.2.7' }
  let allowed = 0
  for (let round = 0; round < uploadsPerHour; round += 1) {
    for (const server of both) {
      const { status } = await sendCreation(server, 10, {}, headers)
      assert.ok([201, 429].includes(status), String(status))
      if (status === 201) allowed += 1
    }
  }
  return allowed
}

async function infoStatus({ baseUrl }: Instance, id: string): Promise<number> {
  const response = await fetch(`${baseUrl}/api/files/info/${id}`)
  await response.arrayBuffer()
  return response.status
}
