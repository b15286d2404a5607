import assert from 'node:assert/strict'
import type { MlKemAlgorithm } from '#contract/accounts/keys.ts'
import type { Person } from '../accounts/accounts.ts'
import type { TestServer } from '../server/server.ts'
import type { SentFile } from './transfers.ts'

export const keyPassword = 'a password for keys only'
export const filePassword = 'told on the phone'

/** A key pair under the key password. */
export async function makeKey({ client }: Person, algorithm: MlKemAlgorithm = 'ml-kem768') {
  return (await client.call('generateKey', { body: { algorithm, password: keyPassword } })).keyInfo
}

/** Sends a file as someone who is signed in and gives the raw answer. */
export function sendAs(
  { baseUrl }: TestServer,
  { token }: Person,
  bytes: Uint8Array,
  fields: Record<string, string>,
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([new Uint8Array(bytes)]), 'report.pdf.txt')
  const headers = { authorization: `Bearer ${token}` }
  return fetch(`${baseUrl}/api/files/upload`, { method: 'POST', headers, body: form })
}

/** Sends a quantum-encrypted file. */
export async function lock(
  server: TestServer,
  person: Person,
  bytes: Uint8Array,
  fields: Record<string, string> = {},
): Promise<SentFile> {
  const response = await sendAs(server, person, bytes, { encryptionMethod: 'ml-kem768', ...fields })
  const text = await response.text()
  assert.equal(response.status, 201, text)
  return JSON.parse(text).file
}

type Words = { password?: string; keyPassword?: string }

/** Content that a person downloads with a ticket for these secrets. */
export async function open(
  { baseUrl }: TestServer,
  { client }: Pick<Person, 'client'>,
  { id }: SentFile,
  body: Words,
): Promise<Buffer> {
  const { url } = await client.call('downloadTicket', { params: { id }, body })
  const response = await fetch(baseUrl + url)
  assert.equal(response.status, 200)
  return Buffer.from(await response.arrayBuffer())
}
