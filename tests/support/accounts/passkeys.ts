import type { TestServer } from '../server/server.ts'
import type { Person } from './accounts.ts'
import { confirm } from './api-keys.ts'
import { type Authenticator, createAuthenticator, type Deviation } from './software-authenticator.ts'

/** Origin of a server's pages, as a browser sees it. */
export function originOf(server: TestServer): string {
  return new URL(server.services.config.publicUrl).origin
}

/** Adds a passkey to an account, after a confirmation with the password. */
export async function addPasskey(
  server: TestServer,
  person: Person,
  kind?: Parameters<typeof createAuthenticator>[1],
) {
  const authenticator = createAuthenticator(originOf(server), kind)
  return { authenticator, ...(await register(person, authenticator)) }
}

/** The same with an authenticator that exists. */
export async function register(person: Person, authenticator: Authenticator, other?: Deviation) {
  const headers = await confirm(person)
  const { challengeId, options } = await person.client.call('newPasskeyOptions', { headers })
  const body = { challengeId, response: authenticator.create(options, other) }
  return person.client.call('addPasskey', { body, headers })
}

/** A whole sign-in with a passkey. */
export async function signInWithPasskey(
  { client }: Pick<TestServer, 'client'>,
  authenticator: Authenticator,
  other?: Deviation,
) {
  const { challengeId, options } = await client.call('passkeyOptions', { body: {} })
  const body = { challengeId, response: authenticator.assert(options, other) }
  return client.call('signInWithPasskey', { body })
}
