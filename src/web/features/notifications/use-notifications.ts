import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Notification, NotificationsReply } from '#contract/accounts/notifications.ts'
import { client } from '../../accounts/client.ts'
import { rememberPerson } from '../../service/queries.ts'
import { failureWithReason } from '../../ui/messages/failure-text.ts'
import { showToast } from '../../ui/messages/toast.ts'
import { notificationsQuery, unreadQuery } from './queries.ts'

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
