import assert from 'node:assert/strict'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { manageTokenHeader } from '#contract/headers.ts'
import { type UploadReply, uploadReply } from '#contract/transfers/files.ts'
import type { TestServer } from '#tests/support/server/server.ts'

/** A transfer that was sent without an account, or with one, and everything that manages it. */
export type SentTransfer = {
  readonly ref: string
  readonly linkId: string
  readonly token: string
  readonly headers: Record<string, string>
  readonly reply: UploadReply
}

type Given = {
  readonly fields?: Record<string, string>
  readonly filename?: string
  readonly type?: string
  readonly headers?: Record<string, string>
}

/** Sends one file. */
export async function sendTransfer(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  bytes: Uint8Array,
  { fields = {}, filename = 'plan.txt', type = '', headers = {} }: Given = {},
): Promise<SentTransfer> {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  body.append('file', new Blob([new Uint8Array(bytes)], { type }), filename)
  const answer = await fetch(`${baseUrl}/api/files/upload`, { method: 'POST', body, headers })
  const text = await answer.text()
  assert.equal(answer.status, 201, text)
  const reply = uploadReply.parse(JSON.parse(text))
  const token = new URL(reply.manageUrl).hash.slice(1)
  return {
    ref: reply.transfer.ref,
    linkId: reply.file.id,
    token,
    headers: { [manageTokenHeader]: token },
    reply,
  }
}

/** A client without an account; calls bring the manage token along in their headers. */
export function anyone({ baseUrl }: Pick<TestServer, 'baseUrl'>) {
  return createClient({ baseUrl, schemas: endpoints })
}

/** A transfer as its manage link shows it. */
export async function managed(server: Pick<TestServer, 'baseUrl'>, { ref, headers }: SentTransfer) {
  return (await anyone(server).call('managedTransfer', { params: { ref }, headers })).transfer
}
