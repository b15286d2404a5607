import {
  type InfiniteData,
  infiniteQueryOptions,
  queryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Notification, NotificationsReply } from '#contract/accounts/notifications.ts'
import { client } from '../../accounts/client.ts'
import { rememberPerson } from '../../service/queries.ts'
import { failureWithReason } from '../../ui/messages/failure-text.ts'
import { showToast } from '../../ui/messages/toast.ts'

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
const notificationsQuery = infiniteQueryOptions({
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

type Notifications = {
  /** The latest first; undefined until they have come. */
  list: readonly Notification[] | undefined
  problem: string | undefined
  /** Fetches further ones, or the same again when that has failed; undefined when all are here. */
  more: (() => Promise<unknown>) | undefined
  /** Marks these as read, or all without a list. A failure to mark single ones is silent: they stay unread. */
  markRead(ids?: readonly string[]): Promise<void>
}

/** Events of the account's files fetched so far. */
export function useNotifications(): Notifications {
  const { data, error, isFetching, hasNextPage, fetchNextPage, refetch } =
    useInfiniteQuery(notificationsQuery)
  const fetched = data?.pages.flatMap(({ notifications }) => notifications)
  // Something may have happened meanwhile and moved the rows on.
  const list = fetched && [
    ...new Map(fetched.map((notification) => [notification.id, notification])).values(),
  ]
  const problem = error && !isFetching ? failureWithReason(error, 'notifications.failed') : undefined
  const again = problem !== undefined && !data
  const queries = useQueryClient()

  async function markRead(ids?: readonly string[]) {
    const isSamePerson = rememberPerson()
    try {
      const { unread } = await client.call('markNotificationsRead', { body: ids ? { ids: [...ids] } : {} })
      if (!isSamePerson()) return
      void queries.cancelQueries(unreadQuery)
      void queries.cancelQueries(notificationsQuery)
      queries.setQueryData(unreadQuery.queryKey, unread)
      queries.setQueryData(notificationsQuery.queryKey, (before) => before && withRead(before, ids))
    } catch (cause) {
      if (!ids) showToast('error', failureWithReason(cause, 'notifications.markFailed'))
    }
  }
  return { list, problem, more: again ? refetch : hasNextPage ? fetchNextPage : undefined, markRead }
}

type Pages = InfiniteData<NotificationsReply>

function withRead({ pages, pageParams }: Pages, ids: readonly string[] | undefined): Pages {
  const mark = (one: Notification) => (!ids || ids.includes(one.id) ? { ...one, read: true } : one)
  return {
    pageParams,
    pages: pages.map((page) => ({ ...page, notifications: page.notifications.map(mark) })),
  }
}
