import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../accounts/client.ts'

/** Milliseconds between two requests while a page stays open and visible. */
const pause = 60_000

/** Number of unread notifications. A failed request is repeated after a minute. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => (await client.call('unreadNotifications', { signal })).unread,
  refetchInterval: pause,
  refetchOnWindowFocus: 'always',
  // The bell of the next page's frame shows the number that the previous one fetched.
  staleTime: pause / 2,
})

/** Events of the account's files, page by page, fetched anew whenever the list is opened. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: async ({ pageParam: page, signal, client: queries }) => {
    const answer = await client.call('notifications', { query: { page }, signal })
    queries.setQueryData(unreadQuery.queryKey, answer.unread)
    return answer
  },
  initialPageParam: 1,
  getNextPageParam: ({ total }, pages, page: number) =>
    pages.reduce((sum, { notifications }) => sum + notifications.length, 0) < total ? page + 1 : undefined,
  gcTime: 0,
})
