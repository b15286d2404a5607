import assert from 'node:assert/strict'
import type { UploadReply } from '#contract/transfers/files.ts'

export type SentFile = UploadReply['file']

type Part = { name: string; value: string } | { name: string; bytes: Uint8Array; filename: string }

/** Sends a form of the parts in their order and gives the raw answer. */
export function sendForm(
  baseUrl: string,
  parts: readonly Part[],
  path = '/api/files/upload',
): Promise<Response> {
  const form = new FormData()
  for (const part of parts) {
    if ('value' in part) form.append(part.name, part.value)
    else form.append(part.name, new Blob([new Uint8Array(part.bytes)]), part.filename)
  }
  return fetch(baseUrl + path, { method: 'POST', body: form })
}

/** Uploads one file and expects it to be taken. */
export async function upload(
  baseUrl: string,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
  filename = 'file.bin',
): Promise<SentFile> {
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))
  const response = await sendForm(baseUrl, [...parts, { name: 'file', bytes, filename }])
  const text = await response.text()
  assert.equal(response.status, 201, text)
  const reply: UploadReply = JSON.parse(text)
  return reply.file
}

/** Expects a failure in the shape of the contract, and gives its code. */
export async function codeOf(response: Response, status: number): Promise<string> {
  const text = await response.text()
  assert.equal(response.status, status, text)
  const body: Record<string, unknown> = JSON.parse(text)
  assert.equal(body.success, false)
  for (const member of ['error', 'message', 'code']) assert.equal(typeof body[member], 'string', text)
  assert.doesNotMatch(text, /node_modules|\/src\/|at \w+ \(/)
  return String(body.code)
}

/** The address of a download, by a ticket just asked for. */
export async function ticketUrl(baseUrl: string, id: string, password?: string): Promise<string> {
  const response = await askTicket(baseUrl, id, password)
  const text = await response.text()
  assert.equal(response.status, 201, text)
  return baseUrl + JSON.parse(text).url
}

/** Asks for a ticket and gives the raw answer. */
export function askTicket(
  baseUrl: string,
  id: string,
  password?: string,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${baseUrl}/api/download/${id}/ticket`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(password === undefined ? {} : { password }),
  })
}

/** Downloads a link whole with a ticket, and gives the status, or the code of the refusal. */
export async function fetchOnce({ baseUrl }: { baseUrl: string }, id: string): Promise<string> {
  const ticket = await askTicket(baseUrl, id)
  if (ticket.status !== 201) return codeOf(ticket, ticket.status)
  const answer = await fetch(baseUrl + JSON.parse(await ticket.text()).url)
  if (answer.status !== 200) return codeOf(answer, answer.status)
  await answer.arrayBuffer()
  return 'complete'
}

/** How often a file was downloaded, as everybody can see. */
export async function downloadCount(baseUrl: string, id: string): Promise<number> {
  const response = await fetch(`${baseUrl}/api/files/info/${id}`)
  const text = await response.text()
  assert.equal(response.status, 200, text)
  return JSON.parse(text).file.downloadCount
}

/** Calls every few milliseconds until `ready` holds, for `limitMs` at most: for what happens a moment after an answer. */
export async function until(ready: () => Promise<boolean>, limitMs = 30_000): Promise<void> {
  const giveUp = AbortSignal.timeout(limitMs)
  while (!(await ready())) {
    giveUp.throwIfAborted()
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
