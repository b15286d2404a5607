import assert from 'node:assert/strict'
import { type UploadReply, uploadReply } from '#contract/transfers/files.ts'
import { nodePrimitives } from '#end-to-end/drivers/node.ts'
import { fromBase64url, toBase64url } from '#end-to-end/format/base64url.ts'
import type { Manifest } from '#end-to-end/format/manifest.ts'
import { makeSlot, openSlot, proofOf, readSlotHead, slotSecret } from '#end-to-end/format/slot.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import type { TestServer } from '../../server/server.ts'
import { type SealedBundle, type SentFile, sealFiles } from './bundles.ts'

/** Lets guests seal, too. */
export const forEveryone = { END_TO_END: 'all' }

/** A bundle with the slot of its link, as a client has them before it sends anything. */
type Sealed = {
  readonly bundle: SealedBundle
  readonly linkKey: Bytes
  readonly fields: Readonly<Record<'encryptionMethod' | 'slot' | 'proof', string>>
}

export async function seal(
  files: readonly SentFile[] = [{ path: 'a.txt', bytes: Buffer.from('hello') }],
  { password, ...said }: Omit<Manifest, 'version' | 'files'> & { password?: string } = {},
): Promise<Sealed> {
  const bundle = await sealFiles(files, said)
  const linkKey = nodePrimitives.random(32)
  const { contentKey, id: bundleId } = bundle
  const made = await makeSlot(nodePrimitives, { linkKey, contentKey, bundleId, password })
  const fields = {
    encryptionMethod: 'end-to-end',
    slot: toBase64url(made.slot),
    proof: toBase64url(made.proofHash),
  }
  return { bundle, linkKey, fields }
}

/** Sends a form with what was sealed and gives the raw answer. */
export function sendSealed(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  { bundle, fields }: Sealed,
  others: Record<string, string> = {},
  { filename = 'bundle', headers = {} }: { filename?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ ...fields, ...others })) form.append(name, value)
  form.append('file', new Blob([bundle.bytes]), filename)
  return fetch(`${baseUrl}/api/files/upload`, { method: 'POST', body: form, headers })
}

/** The same, expecting it to be taken. */
export async function uploadSealed(...sent: Parameters<typeof sendSealed>): Promise<UploadReply> {
  const answer = await sendSealed(...sent)
  const text = await answer.text()
  assert.equal(answer.status, 201, text)
  return uploadReply.parse(JSON.parse(text))
}

/** The proof for a slot head that the server says, with the key of the link and a password. */
export async function proofFor(head: string, linkKey: Bytes, password?: string): Promise<string> {
  const read = readSlotHead(fromBase64url(head) ?? new Uint8Array(0))
  const secret = await slotSecret(nodePrimitives, linkKey, read, password)
  return toBase64url(await proofOf(nodePrimitives, secret, read))
}

/** Opens a link as a receiver does: the head, a ticket for the proof, the content key. */
export async function openSealed(
  server: Pick<TestServer, 'client' | 'baseUrl'>,
  id: string,
  linkKey: Bytes,
  password?: string,
) {
  const { file } = await server.client.call('fileInfo', { params: { id } })
  const proof = await proofFor(file.slotHead ?? '', linkKey, password)
  const { ticket, url, slot } = await server.client.call('downloadTicket', {
    params: { id },
    body: { proof },
  })
  const head = readSlotHead(fromBase64url(file.slotHead ?? '') ?? new Uint8Array(0))
  const secret = await slotSecret(nodePrimitives, linkKey, head, password)
  const sealed = fromBase64url(slot ?? '') ?? new Uint8Array(0)
  const contentKey = await openSlot(nodePrimitives, { slot: sealed, head, secret })
  return { file, ticket, url: server.baseUrl + url, contentKey, head }
}

/** Fetches a range of a download and gives the raw answer. */
export function fetchRange(url: string, start: number, end: number): Promise<Response> {
  return fetch(url, { headers: { range: `bytes=${start}-${end - 1}` } })
}
