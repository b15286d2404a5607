import type { CreateApiKeyRequest } from '#contract/accounts/api-keys.ts'
import { confirmationHeader } from '#contract/headers.ts'
import type { Person } from './accounts.ts'

/** The header that changes of credentials want, after a confirmation with the password. */
export async function confirm({ client, password }: Pick<Person, 'client' | 'password'>) {
  const { confirmation } = await client.call('confirm', { body: { currentPassword: password } })
  return { [confirmationHeader]: confirmation }
}

/** Makes an API key for someone: one that sends, unless told otherwise. */
export async function createKey(person: Person, request: Partial<CreateApiKeyRequest> = {}) {
  const body = {
    name: 'a program',
    scopes: ['transfers:send' as const],
    expiresAt: null,
    networks: [],
    ...request,
  }
  return person.client.call('createApiKey', { body, headers: await confirm(person) })
}
