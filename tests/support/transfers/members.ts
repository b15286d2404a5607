import assert from 'node:assert/strict'
import type { Member } from '#contract/transfers/members.ts'
import type { TestServer } from '../server/server.ts'
import { type SentFile, sendForm } from './transfers.ts'

export type Sent = { readonly path: string; readonly bytes: Uint8Array }

/** Sends several files, some in folders, as one transfer. */
export async function sendSeveral(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  files: readonly Sent[],
  fields: Readonly<Record<string, string>> = {},
): Promise<SentFile> {
  const parts = files.flatMap(({ path, bytes }) => {
    const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const filename = path.slice(path.lastIndexOf('/') + 1)
    const file = { name: 'files', bytes, filename }
    return folder === '' ? [file] : [{ name: `folderPath_${filename}`, value: folder }, file]
  })
  const options = Object.entries(fields).map(([name, value]) => ({ name, value }))
  const response = await sendForm(baseUrl, [...options, ...parts])
  const text = await response.text()
  assert.equal(response.status, 201, text)
  return JSON.parse(text).file
}

/** The files inside a transfer, as a list of them says. */
export async function listMembers(
  { client }: Pick<TestServer, 'client'>,
  id: string,
  query: { page?: number; pageSize?: number; search?: string; ticket?: string } = {},
): Promise<{ members: Member[]; total: number }> {
  return client.call('members', { params: { id }, query })
}

/** The address of one file in a transfer. */
export function memberUrl({ baseUrl }: Pick<TestServer, 'baseUrl'>, id: string, n: number): string {
  return `${baseUrl}/api/download/${id}/members/${n}`
}

/** Body of the reply from an address, which has to be a success. */
export async function bytesAt(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Buffer> {
  const response = await fetch(url, { headers })
  const bytes = Buffer.from(await response.arrayBuffer())
  assert.ok(response.ok, `${response.status} ${bytes.toString().slice(0, 500)}`)
  return bytes
}
