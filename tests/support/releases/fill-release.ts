import { createHash, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { fillAccount } from '../accounts/account-with-everything.ts'
import { signUp, signUpAdmin } from '../accounts/accounts.ts'
import { createKey } from '../accounts/api-keys.ts'
import { turnOn } from '../accounts/second-factor.ts'
import { forReceivers } from '../calls/webhook-receiver.ts'
import type { DatabasePlace } from '../databases/databases.ts'
import type { TestServer } from '../server/server.ts'
import { lock } from '../transfers/quantum-files.ts'
import { sendForm, upload } from '../transfers/transfers.ts'
import type { Expectation } from './expectation.ts'
import { fillSince11 } from './fill-since-1.1.ts'

/** The password of the keys that fillAccount makes. */
const keyPassword = 'a password for keys'

/** Options of a server that is filled. */
export const forFilling = { RATE_LIMITS: 'off', ...forReceivers }

/** Fills a service at this place with one of everything, through its front door. */
export async function fillRelease(
  server: TestServer,
  place: DatabasePlace,
): Promise<Omit<Expectation, 'version' | 'now' | 'rows'>> {
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
  const secretBytes = randomBytes(2_000)
  const quantumBytes = randomBytes(3_000)
  const smallFile = await upload(baseUrl, small, { expiresIn: '12h', description: 'Grüße 🙂' }, 'small.bin')
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
  const since11 = await fillSince11(server, place, { root, ada })
  return {
    people: [{ username: 'root', totpSecret: secret }, { username: 'ada' }],
    apiKey: key,
    transfers: [
      { id: smallFile.id, words: {}, sha256: sha256(small) },
      { id: secretFile.id, words: { password: 'sesame' }, sha256: sha256(secretBytes) },
      { id: quantumFile.id, as: 'ada', words: { keyPassword }, sha256: sha256(quantumBytes) },
      { id: locked.id, words: { password: 'secret' } },
      { id: several.file.id, words: {} },
    ],
    managed: { linkId: several.file.id, manageToken: new URL(several.manageUrl).hash.slice(1) },
    since11,
  }
}

export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
