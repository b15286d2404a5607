import assert from 'node:assert/strict'
import { requestTicketHeader, visitorTokenHeader } from '#contract/headers.ts'
import {
  type CreateRequestRequest,
  type OwnRequest,
  type VisitorUploadReply,
  visitorUploadReply,
} from '#contract/requests/requests.ts'
import { type Person, sendJson } from '../accounts/accounts.ts'
import type { TestServer } from '../server/server.ts'

const HOUR = 60 * 60_000

/** Options for servers whose accounts are new. */
export const forNewAccounts = { REQUEST_MIN_ACCOUNT_AGE: '0' }

type Server = Pick<TestServer, 'baseUrl'>

/** A request that is open for an hour, by the clock of the server. */
export async function makeRequest(
  { clock }: { readonly clock: Pick<TestServer['clock'], 'now'> },
  { client }: Person,
  body: Partial<CreateRequestRequest> = {},
): Promise<OwnRequest> {
  const until = new Date(clock.now() + HOUR).toISOString()
  return (await client.call('createRequest', { body: { title: 'Tax documents', until, ...body } })).request
}

/** Someone with a ticket. */
type Visitor = { readonly ticket: string; readonly token: string; readonly requestId: string }

/** Asks for a ticket and gives the raw answer. */
export function askRequestTicket(
  server: Server,
  id: string,
  body: Record<string, unknown> = {},
): Promise<Response> {
  return sendJson(server, 'POST', `/requests/${id}/ticket`, body)
}

/** Gets a ticket. */
export async function visit(
  server: Server,
  requestId: string,
  body: Record<string, unknown> = {},
): Promise<Visitor> {
  const answer = await askRequestTicket(server, requestId, body)
  const text = await answer.text()
  assert.equal(answer.status, 201, text)
  const { ticket, visitorToken } = JSON.parse(text)
  return { ticket, token: visitorToken, requestId }
}

type Sent = {
  readonly fields?: Readonly<Record<string, string>>
  readonly files?: Readonly<Record<string, Uint8Array>>
}

/** Sends files with a ticket and gives the raw answer. */
export function sendVisit(
  { baseUrl }: Server,
  { ticket }: Pick<Visitor, 'ticket'>,
  { fields = {}, files = { 'a.txt': Buffer.from('hello') } }: Sent = {},
): Promise<Response> {
  const form = new FormData()
  const entries = Object.entries(files)
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [filename, bytes] of entries)
    form.append(entries.length === 1 ? 'file' : 'files', new Blob([new Uint8Array(bytes)]), filename)
  const headers = { [requestTicketHeader]: ticket }
  return fetch(`${baseUrl}/api/files/upload`, { method: 'POST', headers, body: form })
}

/** The same, expecting it to be taken. */
export async function received(...sent: Parameters<typeof sendVisit>): Promise<VisitorUploadReply> {
  const answer = await sendVisit(...sent)
  const text = await answer.text()
  assert.equal(answer.status, 201, text)
  assert.doesNotMatch(text, /downloadUrl|manageUrl|deletionUrl|"ref"/)
  return visitorUploadReply.parse(JSON.parse(text))
}

/** Uploads of a visitor's browser, as they see them. */
export async function sentBy({ baseUrl }: Server, { token, requestId }: Omit<Visitor, 'ticket'>) {
  const answer = await fetch(`${baseUrl}/api/requests/${requestId}/mine`, {
    headers: { [visitorTokenHeader]: token },
  })
  const text = await answer.text()
  assert.equal(answer.status, 200, text)
  const uploads: VisitorUploadReply[] = JSON.parse(text).uploads
  return uploads
}

/** A request with its uploads, as its owner sees it. */
export async function inboxOf({ client }: Person, id: string) {
  const { request, total } = await client.call('request', { params: { id }, query: {} })
  return { ...request, total }
}
