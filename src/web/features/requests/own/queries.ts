import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/accounts/client.ts'

/** Everything about one's own requests lies below it. */
export const requestsKey = ['requests'] as const

export function requestsQuery(query: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...requestsKey, 'list', query],
    queryFn: ({ signal }) => client.call('requests', { query, signal }),
  })
}

/** A request with one page of what has arrived, the latest first. */
export function requestQuery(id: string, query: { page: number; pageSize: number }) {
  return queryOptions({
    queryKey: [...requestsKey, 'one', id, query],
    queryFn: ({ signal }) => client.call('request', { params: { id }, query, signal }),
  })
}

/** What the service offers to this account: the page may have begun with nobody signed in. */
export const ownConfigQuery = queryOptions({
  queryKey: [...requestsKey, 'config'],
  queryFn: ({ signal }) => client.call('config', { signal }),
})
