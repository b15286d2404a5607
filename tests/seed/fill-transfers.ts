import assert from 'node:assert/strict'
import type { Person } from '../support/accounts/accounts.ts'
import type { TestServer } from '../support/server/server.ts'
import { anyone, type SentTransfer, sendTransfer } from '../support/transfers/managed-transfers.ts'
import { fetchOnce } from '../support/transfers/transfers.ts'

/** Sends one file of some words as someone who is signed in, for a day unless told. */
export function sendWords(
  server: TestServer,
  { token }: Person,
  filename: string,
  fields: Record<string, string> = {},
): Promise<SentTransfer> {
  const headers = { authorization: `Bearer ${token}` }
  return sendTransfer(server, Buffer.from(`This is ${filename}. `.repeat(1_000)), {
    filename,
    fields,
    headers,
  })
}

/** Sends transfers that last so long, each in a state of its own. */
export async function fillTransfers(server: TestServer, person: Person, expiresIn: string): Promise<void> {
  const { baseUrl } = server
  const send = (filename: string, fields = {}) =>
    sendWords(server, person, filename, { expiresIn, ...fields })
  await sendFolder(server, person, expiresIn)
  const message = { description: 'Grüße aus Bergen – here are the minutes.' }
  const live = await send('minutes of Monday.txt', message)
  await fetchOnce(server, live.linkId)
  await send('to be fetched once.txt', { deleteAfterDownload: 'true' })
  const usedUp = await send('fetched already.txt', { deleteAfterDownload: 'true' })
  assert.equal(await fetchOnce(server, usedUp.linkId), 'complete')
  const limited = await send('two of five downloads.txt', { downloadLimit: '5' })
  for (let times = 0; times < 2; times += 1) assert.equal(await fetchOnce(server, limited.linkId), 'complete')
  await send('under a password.txt', { password: 'sesame' })
  const deleted = await send('deleted by its sender.txt')
  await person.client.call('deleteFile', { params: { id: deleted.linkId } })
  const grown = await send('report.txt')
  for (const name of ['annex A.txt', 'annex B.txt']) await addFile(baseUrl, grown, name)
  await anyone(server).call('addLink', {
    params: { ref: grown.ref },
    headers: grown.headers,
    body: { label: 'For the auditors', downloadLimit: 3 },
  })
  const emails = [
    { email: 'mara@example.org', ownLink: true, needsCode: true },
    { email: 'jonas@example.org', ownLink: true },
    { email: 'office@example.org' },
  ]
  const mailed = await send('offer.txt', { emails: JSON.stringify(emails) })
  await fetchOnce(server, mailed.linkId)
}

/** Files with folders, which arrive as one ZIP. */
async function sendFolder({ baseUrl }: TestServer, { token }: Person, expiresIn: string): Promise<void> {
  const body = new FormData()
  body.append('expiresIn', expiresIn)
  for (const [folder, name] of [
    ['photos', 'index.txt'],
    ['photos/Bergen', 'harbour.txt'],
    ['photos/Bergen', 'rain.txt'],
  ] as const) {
    body.append(`folderPath_${name}`, folder)
    body.append('files', new Blob([`A picture of ${name}.`]), name)
  }
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${baseUrl}/api/files/upload-multiple`, { method: 'POST', body, headers })
  assert.equal(answer.status, 201, await answer.text())
}

async function addFile(baseUrl: string, { ref, headers }: SentTransfer, filename: string): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([`This is ${filename}.`]), filename)
  const answer = await fetch(`${baseUrl}/api/transfers/${ref}/files`, { method: 'POST', body, headers })
  assert.equal(answer.status, 201, await answer.text())
}
