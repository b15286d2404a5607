import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { unlink } from 'node:fs/promises'
import { test } from 'node:test'
import { markDamaged } from '#server/transfers/content/damaged-blobs.ts'
import { type Person, signUp } from '#tests/support/accounts/accounts.ts'
import { breakDownload } from '#tests/support/browser/pages/broken-download.ts'
import { storedFile } from '#tests/support/databases/damage-blob.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { uploadInSegments } from '#tests/support/transfers/resumable-uploads.ts'
import { until } from '#tests/support/transfers/transfers.ts'

const size = 20_000_000

function send(server: TestServer, { token }: Person) {
  const headers = { authorization: `Bearer ${token}` }
  return uploadInSegments(server, randomBytes(size), 7_000_000, {}, headers)
}

/** Ids of the blobs with a part of every transfer, in their order. */
async function blobsOf({ services }: TestServer, part: 'content' | 'members'): Promise<string[]> {
  const rows = await services.database
    .selectFrom('segments')
    .select('blob_id')
    .where('part', '=', part)
    .orderBy('position')
    .execute()
  return rows.map(({ blob_id }) => blob_id)
}

/** Whether the list and the manage page say that their only transfer is damaged. */
async function saidTo({ client }: Person): Promise<[boolean | undefined, boolean]> {
  const [file] = (await client.call('ownFiles', { query: {} })).files
  const { transfer } = await client.call('managedTransfer', { params: { ref: file?.ref ?? '' } })
  return [file?.damaged, transfer.damaged]
}

forEachDatabase('a damaged file', ({ place }) => {
  test('is told to its owner in the list, on the manage page and in one mail', async () => {
    const at = await place()
    await using server = await startServer(at)
    const ada = await signUp(server)
    const file = await send(server, ada)
    const bob = await signUp(server, 'bob')
    await send(server, bob)
    assert.deepEqual(await saidTo(ada), [false, false])
    const { database } = server.services
    const ofAda = await database
      .selectFrom('segments')
      .innerJoin('files', 'files.id', 'segments.file_id')
      .innerJoin('links', 'links.transfer_id', 'files.transfer_id')
      .select('blob_id')
      .where('links.id', '=', file.id)
      .orderBy('segments.position')
      .execute()
    const [, second = '', third = ''] = ofAda.map(({ blob_id }) => blob_id)
    for (const [marks, blob] of [second, third].entries()) {
      await unlink(storedFile(at.dataDir, blob))
      if (marks === 1) await markDamaged(server.services, blob)
      else await breakDownload(`${server.baseUrl}/api/download/${file.id}/file`, size)
      await until(async () => (await saidTo(ada))[0] === true)
      assert.deepEqual(await saidTo(ada), [true, true])
      const [mail, ...more] = await mailsTo(server, 'ada@example.org')
      assert.deepEqual(more, [])
      assert.equal(mail?.subject, 'Your file is damaged: a.bin')
      for (const words of [mail?.text ?? '', mail?.html ?? '']) {
        assert.match(words, /can’t be downloaded completely and has to be sent again/)
        assert.doesNotMatch(words, /Available until/)
        assert.match(words, /http:\/\/localhost:3000\/portal/)
      }
    }
    assert.deepEqual(await saidTo(bob), [false, false])
    assert.deepEqual(await mailsTo(server, 'bob@example.org'), [])
  })

  test('is mailed once where two of its blobs are marked at the same time', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await send(server, ada)
    const blobs = await blobsOf(server, 'content')
    assert.ok(blobs.length >= 3)
    await Promise.all(blobs.map((blob) => markDamaged(server.services, blob)))
    assert.deepEqual(await saidTo(ada), [true, true])
    assert.equal((await mailsTo(server, 'ada@example.org')).length, 1)
  })

  test('is not mailed to an owner who wants no such mails', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    await ada.client.call('updatePreferences', {
      body: { security: true, notifications: false, marketing: false },
    })
    await send(server, ada)
    const before = await mailsTo(server, 'ada@example.org')
    for (const blob of await blobsOf(server, 'content')) await markDamaged(server.services, blob)
    assert.deepEqual(await saidTo(ada), [true, true])
    assert.equal((await mailsTo(server, 'ada@example.org')).length, before.length)
  })

  test('whose list alone is damaged is complete: its owner is told nothing', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const body = new FormData()
    for (const name of ['a.txt', 'b.txt']) body.append('files', new Blob([name]), name)
    const headers = { authorization: `Bearer ${ada.token}` }
    const answer = await fetch(`${server.baseUrl}/api/files/upload`, { method: 'POST', body, headers })
    assert.equal(answer.status, 201)
    const [list = ''] = await blobsOf(server, 'members')
    await markDamaged(server.services, list)
    assert.deepEqual(await saidTo(ada), [false, false])
    assert.deepEqual(await mailsTo(server, 'ada@example.org'), [])
    const [content = ''] = await blobsOf(server, 'content')
    await markDamaged(server.services, content)
    assert.deepEqual(await saidTo(ada), [true, true])
    assert.equal((await mailsTo(server, 'ada@example.org')).length, 1)
  })
})
