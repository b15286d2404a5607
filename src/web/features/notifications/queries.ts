import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { client } from '../../accounts/client.ts'

/** Milliseconds between two looks at a page that stays open and in sight. */
const pause = 60_000

/** How much has happened that was not read yet. What cannot be found out now will be in a minute. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => (await client.call('unreadNotifications', { signal })).unread,
  refetchInterval: pause,
  refetchOnWindowFocus: 'always',
  // A bell in the next frame of a page shows what the one before has found out.
  staleTime: pause / 2,
})

/** What happened to one's own files, page by page, read anew whenever it is opened. */
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
