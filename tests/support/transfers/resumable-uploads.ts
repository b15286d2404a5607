import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import type { TestServer } from '../server/server.ts'
import type { SentFile } from './transfers.ts'

export const tus = { 'tus-resumable': '1.0.0' }
const bytesHeader = { ...tus, 'content-type': 'application/offset+octet-stream' }

/** The header Upload-Metadata. */
export function metadata(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

/**
 * Asks for a resumable upload of one file and gives the raw answer.
 * @param written the length as it is written, where that is not `length`
 */
export function sendCreation(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  length: number,
  values: Record<string, string> = {},
  headers: Record<string, string> = {},
  written = String(length),
): Promise<Response> {
  return fetch(`${baseUrl}/api/files/resumable`, {
    method: 'POST',
    headers: {
      ...tus,
      ...headers,
      'upload-length': written,
      'upload-metadata': metadata({ filename: 'a.bin', ...values }),
    },
  })
}

/** Creates a resumable upload and gives its address. */
export async function createUpload(...sent: Parameters<typeof sendCreation>): Promise<string> {
  const response = await sendCreation(...sent)
  assert.equal(response.status, 201, await response.text())
  return `${sent[0].baseUrl}${response.headers.get('location')}`
}

/** Sends bytes at an offset of an upload and gives the raw answer. */
export function patchUpload(
  url: string,
  offset: number,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'PATCH',
    headers: { ...bytesHeader, 'upload-offset': String(offset), ...headers },
    body: new Uint8Array(bytes),
  })
}

/** A PATCH whose bytes the test sends when it likes. `answered` gives the status, or 0 when the connection broke. */
export function beginPatch(url: string, offset: number) {
  const sending = request(url, {
    method: 'PATCH',
    headers: { ...bytesHeader, 'upload-offset': String(offset) },
  })
  // The server may go away meanwhile.
  sending.on('error', () => {})
  const answered = once(sending, 'response').then(
    async ([response]) => {
      await response.toArray()
      return Number(response.statusCode)
    },
    () => 0,
  )
  return {
    write: (bytes: Uint8Array) => new Promise<void>((resolve) => sending.write(bytes, () => resolve())),
    end: () => sending.end(),
    answered,
  }
}

/** How many bytes of an upload the server has. */
export async function offsetOf(url: string): Promise<number> {
  const response = await fetch(url, { method: 'HEAD', headers: tus })
  assert.equal(response.status, 200)
  return Number(response.headers.get('upload-offset'))
}

/** Result of an upload. */
export async function resultOf({ client }: Pick<TestServer, 'client'>, url: string) {
  return client.call('resumableResult', { params: { id: url.split('/').at(-1) ?? '' } })
}

/** Uploads one file in requests of `part` bytes each: every one of them becomes a segment of its own, at least. */
export async function uploadInSegments(
  server: Pick<TestServer, 'baseUrl' | 'client'>,
  bytes: Uint8Array,
  part: number,
  values: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<SentFile> {
  const url = await createUpload(server, bytes.length, values, headers)
  for (let offset = 0; offset < bytes.length; offset += part) {
    const response = await patchUpload(url, offset, bytes.subarray(offset, offset + part))
    assert.equal(response.status, 204, await response.text())
  }
  return (await resultOf(server, url)).file
}
