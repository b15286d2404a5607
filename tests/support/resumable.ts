import assert from 'node:assert/strict'

const tus = { 'tus-resumable': '1.0.0' }

/** Asks for a resumable upload of one file, and gives the raw answer. */
export function askUpload(
  baseUrl: string,
  length: number,
  headers: Record<string, string> = {},
): Promise<Response> {
  const metadata = `filename ${btoa('a.bin')}`
  return fetch(`${baseUrl}/api/files/resumable`, {
    method: 'POST',
    headers: { ...tus, 'upload-length': String(length), 'upload-metadata': metadata, ...headers },
  })
}

/** Creates one and gives its address. */
export async function createUpload(baseUrl: string, length: number): Promise<string> {
  const response = await askUpload(baseUrl, length)
  assert.equal(response.status, 201, await response.text())
  return baseUrl + (response.headers.get('location') ?? '')
}

/** Sends bytes to an upload, and gives the raw answer. */
export function sendBytes(url: string, offset: number, bytes: Uint8Array): Promise<Response> {
  return fetch(url, {
    method: 'PATCH',
    headers: { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
    body: new Uint8Array(bytes),
  })
}
