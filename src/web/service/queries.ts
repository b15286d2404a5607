import { queryOptions } from '@tanstack/react-query'
import type { KeyAlgorithm } from '#contract/accounts/keys.ts'
import type { OwnFilesQuery } from '#contract/transfers/files.ts'
import { client } from '../accounts/client.ts'
import { currentSession } from '../accounts/session.ts'

/**
 * Returns a function that says whether the same person is still at this browser: an answer may come after they have left, and
 * what these queries hold is then another's.
 */
export function rememberPerson(): () => boolean {
  const id = personNow()
  return () => personNow() === id
}

function personNow(): string | undefined {
  const session = currentSession()
  return session.status === 'user' ? session.user.id : undefined
}

export const statsQuery = queryOptions({
  queryKey: ['stats'],
  queryFn: async ({ signal }) => (await client.call('stats', { signal })).stats,
})

export const profileQuery = queryOptions({
  queryKey: ['profile'],
  queryFn: async ({ signal }) => (await client.call('profile', { signal })).user,
})

export const preferencesQuery = queryOptions({
  queryKey: ['preferences'],
  queryFn: async ({ signal }) => (await client.call('preferences', { signal })).preferences,
})

export const sessionsQuery = queryOptions({
  queryKey: ['sessions'],
  queryFn: async ({ signal }) => (await client.call('sessions', { signal })).sessions,
})

export const apiKeysQuery = queryOptions({
  queryKey: ['api-keys'],
  queryFn: async ({ signal }) => (await client.call('apiKeys', { signal })).apiKeys,
})

export const consentsQuery = queryOptions({
  queryKey: ['consents'],
  queryFn: async ({ signal }) => (await client.call('consents', { signal })).consents,
})

export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: async ({ signal }) => (await client.call('security', { signal })).security,
})

export const identitiesQuery = queryOptions({
  queryKey: ['identities'],
  queryFn: async ({ signal }) => (await client.call('identities', { signal })).identities,
})

/** Fetched anew whenever it is shown: it lists the data about to be deleted. */
export const erasureQuery = queryOptions({
  queryKey: ['erasure'],
  queryFn: async ({ signal }) => (await client.call('previewErasure', { signal })).erasure,
  gcTime: 0,
})

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async ({ signal }) => (await client.call('keys', { signal })).keys,
})

/** Files that deleting a key pair would end; read anew like the preview of an erasure. */
export function keyFilesQuery(algorithm: KeyAlgorithm) {
  return queryOptions({
    queryKey: ['key-files', algorithm],
    queryFn: ({ signal }) => client.call('keyFiles', { params: { algorithm }, signal }),
    gcTime: 0,
  })
}

/** One page of the account's files. All of them lie below `filesKey`. */
export function filesQuery(query: Partial<OwnFilesQuery>) {
  return queryOptions({
    queryKey: [...filesKey, query],
    queryFn: ({ signal }) => client.call('ownFiles', { query, signal }),
  })
}

export const filesKey = ['files'] as const

/** One page of the account's contacts. All of them lie below `contactsKey`. */
export function contactsQuery(query: { page: number; pageSize: number; search: string }) {
  return queryOptions({
    queryKey: [...contactsKey, query],
    queryFn: ({ signal }) => client.call('contacts', { query, signal }),
  })
}

export const contactsKey = ['contacts'] as const

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await client.call('passkeys', { signal })).passkeys,
})
