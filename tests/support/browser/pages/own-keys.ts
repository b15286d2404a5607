import { expect, type Page } from '@playwright/test'
import type { KeyAlgorithm, OwnKey } from '#contract/accounts/keys.ts'
import { tokenOf } from '../../accounts/people.ts'
import { filePassword, keyPassword } from '../../transfers/quantum-files.ts'
import type { SentFile } from '../../transfers/transfers.ts'

async function bearer(page: Page) {
  return { authorization: `Bearer ${await tokenOf(page)}` }
}

/** Makes a key pair as the signed-in person at a page. */
export async function makeKey(page: Page, algorithm: KeyAlgorithm = 'ml-kem768'): Promise<void> {
  const data = { algorithm, password: keyPassword }
  const answer = await page.request.post('/api/users/pqc/generate', { headers: await bearer(page), data })
  expect(answer.status(), await answer.text()).toBe(201)
}

/** Their key pairs, as the server tells them. */
export async function ownKeys(page: Page): Promise<OwnKey[]> {
  const answer = await page.request.get('/api/users/keys', { headers: await bearer(page) })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).keys
}

/** The fingerprints of their key pairs, by method. */
export async function fingerprints(page: Page): Promise<Map<string, string>> {
  return new Map((await ownKeys(page)).map(({ algorithm, fingerprint }) => [algorithm, fingerprint]))
}

/** Deletes a key pair, and what only it opens. */
export async function deleteKey(page: Page, algorithm: KeyAlgorithm = 'ml-kem768'): Promise<void> {
  const answer = await page.request.delete(`/api/users/keys/${algorithm}`, { headers: await bearer(page) })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Sends a quantum-encrypted file as the signed-in person at a page; they must have the key pair. */
export async function lockFile(
  page: Page,
  buffer: Buffer,
  { withPassword = false, name = 'plan.bin' }: { withPassword?: boolean; name?: string } = {},
): Promise<SentFile> {
  const answer = await page.request.post('/api/files/upload', {
    headers: await bearer(page),
    multipart: {
      encryptionMethod: 'ml-kem768',
      ...(withPassword && { password: filePassword }),
      file: { name, mimeType: 'application/octet-stream', buffer },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return (await answer.json()).file
}
