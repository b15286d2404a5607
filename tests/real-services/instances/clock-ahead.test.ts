import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type TestContext, test } from 'node:test'
import type { Database } from '#server/platform/database/database.ts'
import { atMost } from '#tests/bench/bounds/at-most.ts'
import { sendJson, signUp } from '#tests/support/accounts/accounts.ts'
import { type DatabasePlace, forEachDatabaseAtOnce } from '#tests/support/databases/databases.ts'
import { watchOtherCallers } from '#tests/support/server/other-callers.ts'
import { startServer } from '#tests/support/server/server.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { createShiftedClock } from '#tests/support/server/shifted-clock.ts'
import { beginSlowDownload } from '#tests/support/services/slow-download.ts'
import { beginUpload } from '#tests/support/transfers/begin-upload.ts'
import { sendCreation, uploadInSegments } from '#tests/support/transfers/resumable-uploads.ts'
import { askTicket, codeOf, ticketUrl, until, upload } from '#tests/support/transfers/transfers.ts'

const MIB = 1024 * 1024
const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE
/** A sweep a minute, and time to notice it. */
const soon = 2 * MINUTE
/** One every five seconds. */
const uploadsPerHour = 720
/** More than the buffers of a connection, which the receiver leaves unread. */
const lastingLength = 24 * MIB

forEachDatabaseAtOnce('a clock that was a day ahead and is put right', ({ place, open }) => {
  // On S3 a call that was signed by the clock of before is refused once, and its upload with it.
  test('costs nothing that was not over by it', async (context) => {
    const at = await place()
    const lasting = await uploadAsPro(at, randomBytes(lastingLength), { expiresIn: '3d' })
    const once = await uploadAsPro(at, randomBytes(8 * MIB), {
      expiresIn: '3d',
      deleteAfterDownload: 'true',
    })
    const { database } = await open(at)
    const clock = await createShiftedClock(at.dataDir)
    const server = await startServerProcess(at.dataDir, {
      ...clock.environment,
      ...(at.url === undefined ? {} : { DATABASE_URL: at.url }),
      UPLOADS_PER_HOUR: String(uploadsPerHour),
      LOG_LEVEL: 'error',
    })
    context.after(async () => {
      server.child.kill()
      await server.exited
    })
    const { baseUrl } = server
    const callers = watchOtherCallers(baseUrl, ['/api/config', `/download/${lasting.id}`])

    const short = await upload(baseUrl, randomBytes(MIB), { expiresIn: '1h' })
    const arriving = await sendSlowly(context, baseUrl)
    const leaving = await beginSlowDownload(await ticketUrl(baseUrl, lasting.id))

    await clock.set('+1d')
    await within(soon, async () => (await infoStatus(baseUrl, short.id)) === 410)
    await within(soon, () => isCleared(database, short.id))
    assert.ok((await leaving.goOn({ fast: true })).body.equals(lasting.bytes))
    const aheadBytes = randomBytes(MIB)
    const ahead = await upload(baseUrl, aheadBytes, { expiresIn: '1h' })
    assert.ok(Date.parse(ahead.expiresAt) > Date.now() + DAY)
    const broken = await fetch(await ticketUrl(baseUrl, once.id))
    await broken.body?.cancel()
    await within(soon, async () => (await placeHeldUntil(database)) > Date.now() + DAY)
    await useUpUploads(baseUrl)
    for (let tries = 0; tries < 7; tries += 1) await signInWrongly(baseUrl)

    await clock.set('+0')
    await within(30 * SECOND, async () => (await sendCreation({ baseUrl }, 10)).status === 201)
    await within(90 * SECOND, async () => (await signInWrongly(baseUrl)) === 'INVALID_CREDENTIALS')
    const arrived = await arriving.finish()
    assert.ok((await download(baseUrl, arrived.id)).equals(arrived.bytes))
    assert.ok((await download(baseUrl, lasting.id)).equals(lasting.bytes))
    assert.ok((await download(baseUrl, ahead.id)).equals(aheadBytes))
    const { body } = await infoOf(baseUrl, ahead.id)
    assert.equal(JSON.parse(body).file.expiresAt, ahead.expiresAt)
    assert.equal(await infoStatus(baseUrl, short.id), 410)

    // The place of the download that broke off is free ten minutes later, not a day and ten minutes.
    await within(soon, async () => (await placeHeldUntil(database)) <= Date.now() + 10 * MINUTE)
    await clock.set('+12m')
    assert.ok((await download(baseUrl, once.id)).equals(once.bytes))
    await until(async () => (await infoStatus(baseUrl, once.id)) === 410)

    const { statuses, slow } = await callers.stop()
    assert.deepEqual(statuses, [200])
    atMost(context, 'others waited', slow, SECOND, 'ms')
    assert.doesNotMatch(server.output(), /INTERNAL_ERROR/)
    assert.equal(server.child.exitCode, null)
  })
})

/** Uploads a file that may live for longer than a day. */
async function uploadAsPro(at: DatabasePlace, bytes: Buffer, fields: Record<string, string>) {
  await using server = await startServer({ ...at })
  const person = await signUp(server, `ada${randomBytes(4).toString('hex')}`)
  await server.services.database.updateTable('users').set({ is_pro: 1 }).execute()
  const headers = { authorization: `Bearer ${person.token}` }
  const { id } = await uploadInSegments(server, bytes, 10 * MIB, fields, headers)
  return { id, bytes }
}

/** An upload of which a little comes every second, until it is finished. */
async function sendSlowly(context: TestContext, baseUrl: string) {
  const sending = beginUpload({ baseUrl })
  const sent: Buffer[] = [randomBytes(MIB)]
  await sending.write(sent[0] ?? Buffer.alloc(0))
  const timer = setInterval(() => {
    const chunk = randomBytes(16 * 1024)
    sent.push(chunk)
    void sending.write(chunk)
  }, SECOND)
  context.after(() => clearInterval(timer))
  return {
    async finish(): Promise<{ id: string; bytes: Buffer }> {
      clearInterval(timer)
      const last = randomBytes(1000)
      const { status, body } = await sending.finish(last)
      assert.equal(status, 201, body)
      return { id: JSON.parse(body).file.id, bytes: Buffer.concat([...sent, last]) }
    },
  }
}

async function useUpUploads(baseUrl: string): Promise<void> {
  for (;;) {
    const answers = await Promise.all(Array.from({ length: 40 }, () => sendCreation({ baseUrl }, 10)))
    const statuses = answers.map(({ status }) => status)
    assert.deepEqual(
      statuses.filter((status) => status !== 201 && status !== 429),
      [],
    )
    if (statuses.includes(429)) return
  }
}

/** Signs in with a wrong password and gives the code of the refusal. */
async function signInWrongly(baseUrl: string): Promise<string> {
  const body = { username: 'nobody', password: 'not the right one' }
  const response = await sendJson({ baseUrl }, 'POST', '/auth/login', body)
  return codeOf(response, response.status === 429 ? 429 : 401)
}

async function download(baseUrl: string, id: string): Promise<Buffer> {
  const { status, body } = await unlessLimited(() => askTicket(baseUrl, id))
  assert.equal(status, 201, body)
  return Buffer.from(await (await fetch(baseUrl + JSON.parse(body).url)).arrayBuffer())
}

function infoOf(baseUrl: string, id: string) {
  return unlessLimited(() => fetch(`${baseUrl}/api/files/info/${id}`))
}

async function infoStatus(baseUrl: string, id: string): Promise<number> {
  return (await infoOf(baseUrl, id)).status
}

/** Asks until it is no answer of a limit: what an address was allowed counts as just used up once the clock is put right. */
async function unlessLimited(ask: () => Promise<Response>): Promise<{ status: number; body: string }> {
  let answer = { status: 429, body: '' }
  await within(MINUTE, async () => {
    const response = await ask()
    answer = { status: response.status, body: await response.text() }
    return answer.status !== 429
  })
  return answer
}

async function isCleared(database: Database, linkId: string): Promise<boolean> {
  const row = await database
    .selectFrom('transfers')
    .innerJoin('links', 'links.transfer_id', 'transfers.id')
    .select('cleared')
    .where('links.id', '=', linkId)
    .executeTakeFirst()
  return row?.cleared === 1
}

/** Until when the last of the places of limited links is held. */
async function placeHeldUntil(database: Database): Promise<number> {
  const { until: time } = await database
    .selectFrom('reservations')
    .innerJoin('links', 'links.id', 'reservations.link_id')
    .select(({ fn }) => fn.max<number | null>('until').as('until'))
    .where('download_limit', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(time ?? 0)
}

async function within(milliseconds: number, ready: () => Promise<boolean>): Promise<void> {
  const giveUp = AbortSignal.timeout(milliseconds)
  while (!(await ready())) {
    giveUp.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
}
