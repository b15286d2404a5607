import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { client } from '../../accounts/client.ts'

/** Milliseconds between two looks at a page that stays open and in sight. */
const pause = 60_000

/** How much has happened that was not looked at yet. What cannot be found out now will be in a minute. */
export const unreadQuery = queryOptions({
  queryKey: ['notifications', 'unread'],
  queryFn: async ({ signal }) => (await client.call('unreadNotifications', { signal })).unread,
  refetchInterval: pause,
  refetchOnWindowFocus: 'always',
  // A bell in the next frame of a page shows what the one before has found out.
  staleTime: pause / 2,
})

/** What happened to one's own files, page by page, read anew whenever it is opened. What has been fetched counts as read. */
export const notificationsQuery = infiniteQueryOptions({
  queryKey: ['notifications', 'list'],
  queryFn: async ({ pageParam: page, signal, client: queries }) => {
    const answer = await client.call('notifications', { query: { page }, signal })
    const ids = answer.notifications.filter(({ read }) => !read).map(({ id }) => id)
    if (ids.length > 0) await markRead(queries, ids, answer.unread - ids.length)
    return answer
  },
  initialPageParam: 1,
  getNextPageParam: ({ total }, pages, page: number) =>
    pages.reduce((sum, { notifications }) => sum + notifications.length, 0) < total ? page + 1 : undefined,
  gcTime: 0,
})

/** What could not be marked is new once more the next time. */
async function markRead(queries: QueryClient, ids: string[], left: number): Promise<void> {
  await client.call('markNotificationsRead', { body: { ids } }).then(
    () => queries.setQueryData(unreadQuery.queryKey, left),
    () => {},
  )
}
