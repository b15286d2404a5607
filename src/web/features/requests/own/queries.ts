import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/accounts/client.ts'

/** Prefix of all queries about the account's requests. */
export const requestsKey = ['requests'] as const

export function requestsQuery(query: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...requestsKey, 'list', query],
    queryFn: ({ signal }) => client.call('requests', { query, signal }),
  })
}

/** A request with one page of its received uploads, the latest first. */
export function requestQuery(id: string, query: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...requestsKey, 'one', id, query],
    queryFn: ({ signal }) => client.call('request', { params: { id }, query, signal }),
  })
}

/** Configuration for this account: the page may have started before the sign-in. */
export const ownConfigQuery = queryOptions({
  queryKey: [...requestsKey, 'config'],
  queryFn: ({ signal }) => client.call('config', { signal }),
})
