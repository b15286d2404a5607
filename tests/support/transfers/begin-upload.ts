import { once } from 'node:events'
import { request } from 'node:http'
import type { TestServer } from '../server/server.ts'

/**
 * An upload whose bytes the test sends when it likes. `end` gives the code of the failure, `finish` status and body of any
 * answer.
 */
export function beginUpload(
  server: Pick<TestServer, 'baseUrl'>,
  field: 'file' | 'files' = 'file',
  headers: Readonly<Record<string, string>> = {},
) {
  const boundary = 'a-boundary-of-the-test'
  const begin = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="file.dat"\r\n\r\n`
  const sending = request(`${server.baseUrl}/api/files/upload`, {
    method: 'POST',
    headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
  })
  // Bytes written after the answer may meet a closed connection.
  sending.on('error', () => {})
  const answered = once(sending, 'response')
  const write = (bytes: Uint8Array | string) =>
    new Promise<void>((resolve) => sending.write(bytes, () => resolve()))
  let begun = write(begin)
  async function finish(bytes: Uint8Array): Promise<{ status: number; body: string }> {
    await write(bytes)
    sending.end(`\r\n--${boundary}--\r\n`)
    const [response] = await answered
    return { status: response.statusCode, body: Buffer.concat(await response.toArray()).toString('utf8') }
  }
  return {
    async write(bytes: Uint8Array) {
      await begun
      await write(bytes)
    },
    async next() {
      begun = write(`\r\n${begin}`)
      await begun
    },
    finish,
    async end(bytes: Uint8Array): Promise<string> {
      return String(JSON.parse((await finish(bytes)).body).code)
    },
  }
}
