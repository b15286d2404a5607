import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { test } from 'node:test'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { sendLink } from '#tests/support/mail/link-mails.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { writtenMails } from '#tests/support/mail/written-mails.ts'
import { childEnvironment } from '#tests/support/server/child-processes.ts'
import { startServer } from '#tests/support/server/server.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

/** Longer than a claim to a mail lasts, and than an event or a mail waits after its first failure. */
const LATER = 10 * 60_000

function databaseOf({ url }: DatabasePlace): Record<string, string> {
  return url === undefined ? {} : { DATABASE_URL: url }
}

async function dieWhileMailing(at: DatabasePlace, moment: string, link: string, address: string) {
  const script = ['tests/support/server/die-while-mailing.ts', moment, link, address]
  const child = spawn(process.execPath, script, {
    env: { ...childEnvironment(), DATA_DIR: at.dataDir, ...databaseOf(at) },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const [, signal] = await once(child, 'exit')
  return signal
}

forEachDatabase('a server that is killed', ({ place }) => {
  for (const moment of ['before-dispatch', 'in-dispatch', 'before-sending']) {
    test(`${moment} of a mail leaves it to the next, which sends it once`, async () => {
      const at = await place()
      const link = await (async () => {
        await using server = await startServer(at)
        return (await upload(server.baseUrl, randomBytes(10), { expiresIn: '12h' })).downloadUrl
      })()
      assert.equal(await dieWhileMailing(at, moment, link, 'jonas@example.org'), 'SIGKILL')
      assert.deepEqual(await writtenMails(at.dataDir, 'jonas@example.org'), [])
      await using server = await startServer(at)
      server.clock.advance(LATER)
      await server.deliverMail()
      await server.deliverMail()
      const [mail, ...more] = await mailsTo(server, 'jonas@example.org')
      assert.ok(mail?.text?.includes(link))
      assert.deepEqual(more, [])
    })
  }

  test('at any moment loses no mail that was acknowledged, and makes two of none', async () => {
    const at = await place()
    const acknowledged = new Set<string>()
    const asked = new Set<string>()
    for (let round = 0; round < 4; round += 1) {
      const server = await startServerProcess(at.dataDir, { ...databaseOf(at), LOG_LEVEL: 'silent' })
      const file = await upload(server.baseUrl, randomBytes(10), { expiresIn: '12h' })
      const doomed = randomInt(1, 4)
      const sending = Array.from({ length: 4 }, async (_, number) => {
        const address = `person-${round}-${number}@example.org`
        asked.add(address)
        const answer = await sendLink(server, { recipientEmail: address, downloadLink: file.downloadUrl })
        if (answer.status === 200) acknowledged.add(address)
        if (number === doomed) setTimeout(() => server.child.kill('SIGKILL'), randomInt(0, 30))
      })
      await Promise.allSettled(sending)
      server.child.kill('SIGKILL')
      await server.exited
    }
    await using server = await startServer(at)
    server.clock.advance(LATER)
    await server.deliverMail()
    for (const address of asked) {
      const { length } = await mailsTo(server, address)
      assert.ok(length === 1 || (length === 0 && !acknowledged.has(address)), `${address}: ${length}`)
    }
    assert.ok(acknowledged.size > 0)
  })
})
