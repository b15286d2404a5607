import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import { signIn, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { onSqlite } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { upload } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000

/** Letters that nothing else is written in: what the search index has of them stands in the file as it is. */
const names = { deleted: 'ꙁꚙꙋ', expired: 'ꙑꙉꙓ', kept: 'ꙙꙗꙟ' }

// PostgreSQL drops what is deleted when it vacuums.
onSqlite('a name that is erased', ({ place }) => {
  test('leaves nothing in the file, neither itself nor its parts in the search index', async () => {
    const at = await place()
    await using server = await startServer(at)
    const { database } = server.services
    async function namesInFile(): Promise<string[]> {
      await sql`pragma wal_checkpoint(truncate)`.execute(database)
      const content = await readFile(join(at.dataDir, 'restante.sqlite'))
      return Object.values(names).filter((name) => content.includes(name))
    }
    for (const [name, expiresIn] of [
      [names.deleted, '6h'],
      [names.expired, '30m'],
      [names.kept, '6h'],
    ] as const) {
      await upload(server.baseUrl, Buffer.from('1'), { expiresIn }, `my ${name}.txt`)
    }
    assert.deepEqual(await namesInFile(), Object.values(names))
    const root = await signUpAdmin(server)
    const { files } = await root.client.call('adminFiles', { query: { search: names.deleted } })
    await root.client.call('adminDeleteFile', { params: { id: files[0]?.id ?? '' } })
    assert.deepEqual(await namesInFile(), [names.expired, names.kept])
    server.clock.advance(HOUR)
    await server.sweep()
    assert.deepEqual(await namesInFile(), [names.kept])
    const again = await signIn(server, 'root')
    const { total } = await again.client.call('adminFiles', { query: { search: names.kept } })
    assert.equal(total, 1)
  })
})
