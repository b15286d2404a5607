import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { fromBase64url } from '#end-to-end/format/base64url.ts'
import { collect } from '#end-to-end/format/bundle-reader.ts'
import { writeLinkKey } from '#end-to-end/format/link-key.ts'
import { openBundle } from '#end-to-end/format/open-bundle.ts'
import { headOfSlot, openSlot } from '#end-to-end/format/slot.ts'
import { keptTables } from '#server/operations/backup/backup-tables.ts'
import { signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { byTerms, fromAnywhere, reportLink } from '#tests/support/transfers/reports.ts'
import { serveBytes } from '#tests/support/transfers/sealed/bundles.ts'
import { forEveryone, seal, uploadSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'

const environment = { ...fromAnywhere, ...forEveryone }

forEachDatabase('a report of an end-to-end encrypted transfer', ({ place }) => {
  test('opens in the browser of an administrator with the key that came along, which is gone with the decision', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const root = await signUpAdmin(server)
    const sealed = await seal([{ path: 'plan.txt', bytes: Buffer.from('canary-plan') }])
    const { file } = await uploadSealed(server, sealed)
    const link = `${server.baseUrl}/download/${file.id}`
    const { known, endToEnd } = await server.client.call('reportForm', { query: { link } })
    assert.deepEqual({ known, endToEnd }, { known: 'live', endToEnd: true })

    const { number } = await reportLink(server, link, '192.0.2.1')
    const params = { n: number }
    const before = (await root.client.call('adminReport', { params })).case
    assert.equal(before.transfer?.locked, 'no-key')
    const reason = 'to see what was reported'
    await assert.rejects(root.client.call('reportedKeys', { params, body: { reason } }), {
      code: 'LINK_KEY_REQUIRED',
    })

    const key = await writeLinkKey(nodePrimitives, sealed.linkKey)
    await reportLink(server, link, '198.51.100.1', { key })
    const open = (await root.client.call('adminReport', { params })).case
    assert.deepEqual([open.transfer?.locked, open.transfer?.endToEnd], [null, true])
    const { database, keyRing } = server.services
    const [row] = await database.selectFrom('report_keys').selectAll().execute()
    assert.ok(row)
    assert.equal(Buffer.from(row.sealed).includes(Buffer.from(sealed.linkKey)), false)
    assert.equal(row.kid, keyRing.activeKid)
    assert.ok(!keptTables.some(({ name }) => name === 'report_keys'), 'no backup has it')

    const given = await root.client.call('reportedKeys', { params, body: { reason } })
    assert.deepEqual(given.keys, [key])
    const slot = fromBase64url(given.slot) ?? new Uint8Array(0)
    const head = headOfSlot(slot)
    const contentKey = await openSlot(nodePrimitives, { slot, head, secret: sealed.linkKey })
    const answer = await fetch(`${server.baseUrl}/api/admin/reports/${number}/content`, {
      headers: { authorization: `Bearer ${root.token}` },
    })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    assert.equal(bytes.length, given.size)
    const bundle = await openBundle(nodePrimitives, {
      contentKey: contentKey ?? new Uint8Array(0),
      bundleId: head.bundleId,
      size: bytes.length,
      fetchSealed: serveBytes(bytes),
    })
    const [only] = bundle.manifest.files
    assert.ok(only)
    assert.equal(Buffer.from(await collect(bundle.readFile(only))).toString(), 'canary-plan')

    const { timeline } = (await root.client.call('adminReport', { params })).case
    const looks = timeline.filter(({ kind }) => kind === 'opened')
    assert.deepEqual(
      looks.map(({ text }) => text),
      [reason],
    )
    const acts = await database
      .selectFrom('audit_log')
      .select('act')
      .where('act', '=', 'report.opened')
      .execute()
    assert.equal(acts.length, 2)

    await root.client.call('decideReport', {
      params,
      body: { action: 'none', ground: byTerms, facts: 'A plan.', automated: false },
    })
    assert.deepEqual(await database.selectFrom('report_keys').selectAll().execute(), [])
    await assert.rejects(root.client.call('reportedKeys', { params, body: { reason } }), {
      code: 'LINK_KEY_REQUIRED',
    })
  })

  test('takes no key that is mistyped, not a key of another link, and none for an ordinary transfer', async () => {
    await using server = await startServer({ ...(await place()), environment })
    const [one, two] = [await seal(), await seal()]
    const { file } = await uploadSealed(server, one)
    const link = `${server.baseUrl}/download/${file.id}`
    const key = await writeLinkKey(nodePrimitives, one.linkKey)
    const other = await writeLinkKey(nodePrimitives, two.linkKey)
    const mistyped = `${key.startsWith('A') ? 'B' : 'A'}${key.slice(1)}`
    await assert.rejects(reportLink(server, link, '192.0.2.1', { key: mistyped }), { code: 'BAD_REQUEST' })
    await assert.rejects(reportLink(server, link, '192.0.2.1', { key: other }), {
      code: 'INVALID_FILE_PASSWORD',
    })
    const { linkId } = await sendTransfer(server, Buffer.from('hello'))
    const ordinary = `${server.baseUrl}/download/${linkId}`
    await assert.rejects(reportLink(server, ordinary, '192.0.2.1', { key }), { code: 'BAD_REQUEST' })
    assert.deepEqual(await server.services.database.selectFrom('reports').selectAll().execute(), [])
  })
})
