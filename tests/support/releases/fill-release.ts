import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { fillAccount } from '../accounts/account-with-everything.ts'
import { signUp, signUpAdmin } from '../accounts/accounts.ts'
import { createKey } from '../accounts/api-keys.ts'
import { turnOn } from '../accounts/second-factor.ts'
import type { TestServer } from '../server/server.ts'
import { lock } from '../transfers/quantum-files.ts'
import { sendForm, upload } from '../transfers/transfers.ts'

/** The password of the keys that fillAccount makes. */
const keyPassword = 'a password for keys'

/** Data of a release that a later one has to find again, with the secrets that open it. */
export const expectation = z.object({
  version: z.string(),
  /** When the data was made, in milliseconds since 1970: everything in it has expired since. */
  now: z.number(),
  people: z.array(z.object({ username: z.string(), totpSecret: z.string().optional() })),
  apiKey: z.string(),
  transfers: z.array(
    z.object({
      id: z.string(),
      /** Username of the reader; a guest by default. */
      as: z.string().optional(),
      words: z.object({ password: z.string().optional(), keyPassword: z.string().optional() }),
      /** Digest of the content; undefined for several files. */
      sha256: z.string().optional(),
    }),
  ),
  managed: z.object({ linkId: z.string(), manageToken: z.string() }),
  /** How many rows each table held. */
  rows: z.record(z.string(), z.number()),
})
export type Expectation = z.infer<typeof expectation>

/** More than is kept in the database. */
const storedSize = 66_000

/** Fills a service with one of everything, through its front door. */
export async function fillRelease(
  server: TestServer,
): Promise<Pick<Expectation, 'people' | 'apiKey' | 'transfers' | 'managed'>> {
  const { client, baseUrl } = server
  const root = await signUpAdmin(server)
  const { secret } = await turnOn(server, root)
  await root.client.call('changeSettings', {
    body: { changes: [{ name: 'OPERATOR_NAME', from: null, to: 'Gemeente Rotterdam' }] },
  })
  const ada = await signUp(server)
  const { locked } = await fillAccount(server, ada)
  const { key } = await createKey(ada, { name: 'a program', scopes: ['transfers:read'] })

  const small = randomBytes(1_000)
  const stored = randomBytes(storedSize)
  const secretBytes = randomBytes(2_000)
  const quantumBytes = randomBytes(3_000)
  const smallFile = await upload(baseUrl, small, { expiresIn: '12h' }, 'small.bin')
  const storedFile = await upload(
    baseUrl,
    stored,
    { expiresIn: '12h', description: 'Grüße 🙂' },
    'stored.bin',
  )
  const secretFile = await upload(
    baseUrl,
    secretBytes,
    { expiresIn: '12h', password: 'sesame' },
    'secret.bin',
  )
  const quantumFile = await lock(server, ada, quantumBytes, { expiresIn: '12h' })
  const parts = ['one.txt', 'two.txt'].map((filename) => ({
    name: 'files',
    bytes: Buffer.from(`This is ${filename}.`),
    filename,
  }))
  const answer = await sendForm(baseUrl, parts, '/api/files/upload-multiple')
  const several = z
    .object({ file: z.object({ id: z.string() }), manageUrl: z.string() })
    .parse(await answer.json())
  await client.call('fileInfo', { params: { id: several.file.id } })
  return {
    people: [{ username: 'root', totpSecret: secret }, { username: 'ada' }],
    apiKey: key,
    transfers: [
      { id: smallFile.id, words: {}, sha256: sha256(small) },
      { id: storedFile.id, words: {}, sha256: sha256(stored) },
      { id: secretFile.id, words: { password: 'sesame' }, sha256: sha256(secretBytes) },
      { id: quantumFile.id, as: 'ada', words: { keyPassword }, sha256: sha256(quantumBytes) },
      { id: locked.id, words: { password: 'secret' } },
      { id: several.file.id, words: {} },
    ],
    managed: { linkId: several.file.id, manageToken: new URL(several.manageUrl).hash.slice(1) },
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
