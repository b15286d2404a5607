import assert from 'node:assert/strict'
import { test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { createUpload, patchUpload, resultOf } from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf, sendForm, until, upload } from '#tests/support/transfers/transfers.ts'

const content = Buffer.from('hello')

function fileOf(filename: string, name = 'files') {
  return { name, bytes: content, filename }
}

async function infoOf(server: TestServer, id: string) {
  return (await server.client.call('fileInfo', { params: { id } })).file
}

forEachDatabase('the title and the sender’s name of an upload', ({ place }) => {
  test('name the ZIP of several files, and are given with it', async () => {
    await using server = await startServer(await place())
    const response = await sendForm(server.baseUrl, [
      { name: 'folderPath_a.txt', value: 'trip' },
      fileOf('a.txt'),
      // Fields may come after the files.
      { name: 'title', value: '  Maasvlakte/handover\u202e\t2027  ' },
      { name: 'senderName', value: 'Ines Moreau' },
    ])
    const { file } = JSON.parse(await response.text())
    assert.equal(file.filename, 'Maasvlakte_handover 2027.zip')
    const info = await infoOf(server, file.id)
    assert.deepEqual(
      [info.filename, info.title, info.senderName],
      ['Maasvlakte_handover 2027.zip', 'Maasvlakte/handover 2027', 'Ines Moreau'],
    )
  })

  test('leave a single file its name, in a form and in the metadata of a resumable upload', async () => {
    await using server = await startServer(await place())
    const fields = { title: 'Angebot für Łódź', senderName: 'Zoë' }
    const sent = await upload(server.baseUrl, content, fields, 'offer.pdf')
    const url = await createUpload(server, content.length, { ...fields, filename: 'offer.pdf' })
    await patchUpload(url, 0, content)
    for (const { id } of [sent, (await resultOf(server, url)).file]) {
      const { filename, title, senderName } = await infoOf(server, id)
      assert.deepEqual([filename, title, senderName], ['offer.pdf', fields.title, fields.senderName])
    }
    const plain = await infoOf(server, (await upload(server.baseUrl, content)).id)
    assert.deepEqual([plain.title, plain.senderName], [null, null])
  })

  test('are refused where they are too long, however they come', async () => {
    await using server = await startServer(await place())
    const { limits } = await server.client.call('config')
    for (const [name, max] of [
      ['title', limits.title],
      ['senderName', limits.senderName],
    ] as const) {
      const form = [{ name, value: 'x'.repeat(max + 1) }, fileOf('a.txt', 'file')]
      assert.equal(await codeOf(await sendForm(server.baseUrl, form), 400), 'VALIDATION_ERROR')
      await upload(server.baseUrl, content, { [name]: 'x'.repeat(max) })
    }
  })

  test('are gone from the table when the file is', async () => {
    await using server = await startServer(await place())
    const sent = await upload(server.baseUrl, content, { title: 'Topfenstrudel', senderName: 'Vroni' })
    const token = new URL(sent.deletionUrl).hash.slice(1)
    const deleted = await fetch(`${server.baseUrl}/api/files/${sent.id}`, {
      method: 'DELETE',
      headers: { 'x-deletion-token': token },
    })
    assert.equal(deleted.status, 200)
    const rows = await server.services.database.selectFrom('transfers').selectAll().execute()
    assert.doesNotMatch(JSON.stringify(rows), /Topfenstrudel|Vroni/)
  })

  test('go into the mails, and so does the message, unless a mail has a note of its own', async () => {
    await using mailServer = await startMailServer()
    await using server = await startServer({ ...(await place()), environment: { SMTP_URL: mailServer.url } })
    const response = await sendForm(server.baseUrl, [
      { name: 'title', value: 'Handover' },
      { name: 'senderName', value: 'Ines Moreau' },
      { name: 'description', value: `A long message. ${'x'.repeat(480)}` },
      {
        name: 'emails',
        value: JSON.stringify([
          { email: 'jonas@example.org' },
          { email: 'mara@example.org', message: 'Only for you.', senderName: 'I.' },
        ]),
      },
      fileOf('a.txt', 'file'),
    ])
    assert.equal(response.status, 201, await response.text())
    await until(async () => mailServer.mails.length === 2)
    const mails = new Map(mailServer.mails.map(({ to, mail }) => [to.join(), mail]))
    const [jonas, mara] = [mails.get('jonas@example.org'), mails.get('mara@example.org')]
    assert.equal(jonas?.subject, '“Ines Moreau” sent you a file: Handover')
    assert.match(jonas?.text ?? '', /Handover[\s\S]*a\.txt[\s\S]*A long message\. x{480}/)
    assert.equal(mara?.subject, '“I.” sent you a file: Handover')
    assert.match(mara?.text ?? '', /Only for you\./)
    assert.doesNotMatch(mara?.text ?? '', /A long message/)
  })
})
