import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { DatabasePlace } from '#tests/support/databases/databases.ts'
import { childEnvironment, programs } from '#tests/support/server/child-processes.ts'
import type { TestServer } from '#tests/support/server/server.ts'
import { assertCame, countTransfers, type ExpectedShare, importFrom } from './check-import.ts'

/** Kills imports beside a server, each in the middle, and lets a last one end: everything has to come once, and as it was. */
export async function assertSurvivesKills(
  server: TestServer,
  place: DatabasePlace,
  {
    source,
    folder,
    shares,
    options = [],
  }: {
    readonly source: string
    readonly folder: string
    readonly shares: readonly ExpectedShare[]
    readonly options?: readonly string[]
  },
): Promise<void> {
  const coming = shares.filter(({ expected }) => expected.files.length > 0).length
  for (let n = 0; n < 4; n += 1) {
    const before = await countTransfers(server)
    const child = spawn(process.execPath, [programs.commandLine, 'import', source, folder, ...options], {
      env: {
        ...childEnvironment(),
        PASSWORD_COST: 'low',
        DATA_DIR: place.dataDir,
        ...(place.url === undefined ? {} : { DATABASE_URL: place.url }),
      },
    })
    while (child.exitCode === null && (await countTransfers(server)) < before + 5 + 10 * n) await pause(5)
    assert.equal(child.exitCode, null)
    child.kill('SIGKILL')
    await once(child, 'close')
  }
  const cut = await countTransfers(server)
  assert.ok(cut < coming, `${cut}`)
  // The lock of the one that was killed falls.
  const { answer } = await importFrom(place, source, folder, ...options)
  assert.deepEqual(answer.transfers, {
    imported: coming - cut,
    before: cut,
    refused: shares.length - coming,
  })
  assert.equal(await countTransfers(server), coming)
  for (const share of shares) await assertCame(server, share)
}
