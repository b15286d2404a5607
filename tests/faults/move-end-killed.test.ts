import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { download } from '#tests/support/server/backups.ts'
import { childEnvironment } from '#tests/support/server/child-processes.ts'
import { startServer } from '#tests/support/server/server.ts'
import { codeOf, upload } from '#tests/support/transfers/transfers.ts'

/** Ends by reference: the last that was acknowledged, and the one that was begun and perhaps committed. */
type Ends = Map<string, { sure: number; begun: number }>

/** Lets a process move ends until it is killed: by itself inside a transaction, or from here after some moves. */
async function moveUntilKilled(at: DatabasePlace, moment: string, ends: Ends): Promise<void> {
  const script = ['tests/support/server/keep-moving-ends.ts', moment, ...ends.keys()]
  const database = at.url === undefined ? {} : { DATABASE_URL: at.url }
  const child = spawn(process.execPath, script, {
    env: { ...childEnvironment(), DATA_DIR: at.dataDir, ...database },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const killAfter = randomInt(3, 60)
  let lines = 0
  for await (const line of createInterface({ input: child.stdout })) {
    const [what, reference = '', time] = line.split(' ')
    const known = ends.get(reference)
    assert.ok(known, line)
    known.begun = Number(time)
    if (what === 'done') known.sure = Number(time)
    lines += 1
    if (moment === 'at-random' && lines === killAfter) child.kill('SIGKILL')
    assert.ok(lines < 2000, 'it was to die by itself')
  }
  assert.deepEqual(await exited, [null, 'SIGKILL'])
}

forEachDatabase('a process that moves ends and is killed', ({ place }) => {
  for (const moment of ['before-commit', 'at-random']) {
    test(`${moment} leaves every transfer open until its recorded end`, async () => {
      const at = await place()
      const content = randomBytes(1000)
      const links = new Map<string, string>()
      const ends: Ends = new Map()
      {
        await using server = await startServer(at)
        for (let number = 0; number < 3; number += 1) {
          const file = await upload(server.baseUrl, content)
          const { id, expires_at } = await transferOf(server.services.database, file.id)
          links.set(id, file.id)
          ends.set(id, { sure: expires_at, begun: expires_at })
        }
      }
      for (let round = 0; round < 4; round += 1) {
        await moveUntilKilled(at, moment, ends)
        await using server = await startServer(at)
        const { clock } = server
        clock.freeze()
        const start = clock.now()
        for (const [reference, link] of links) {
          const { expires_at } = await transferOf(server.services.database, link)
          const known = ends.get(reference)
          assert.ok(known && [known.sure, known.begun].includes(expires_at))
          known.sure = expires_at
          clock.advance(expires_at - 1 - clock.now())
          const answer = await download(server, link)
          assert.equal(answer.status, 200)
          assert.ok(content.equals(Buffer.from(await answer.arrayBuffer())))
          clock.advance(1)
          assert.equal(await codeOf(await download(server, link), 410), 'FILE_EXPIRED')
          clock.advance(start - clock.now())
        }
      }
    })
  }
})
