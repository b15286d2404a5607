import { useInfiniteQuery } from '@tanstack/react-query'
import type { Notification } from '#contract/accounts/notifications.ts'
import { failureWithReason } from '../../ui/messages/failure-text.ts'
import { notificationsQuery } from './queries.ts'

type Notifications = {
  /** The latest first; undefined until they have come. */
  list: readonly Notification[] | undefined
  problem: string | undefined
  /** Fetches further ones, or the same again when that has failed; undefined when all are here. */
  more: (() => Promise<unknown>) | undefined
}

/** What happened to one's own files, as far as it has been fetched. */
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
  return { list, problem, more: again ? refetch : hasNextPage ? fetchNextPage : undefined }
}
