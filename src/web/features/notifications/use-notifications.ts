import { useCallback, useEffect, useState } from 'react'
import type { Notification } from '#contract/accounts/notifications.ts'
import { client } from '../../accounts/client.ts'
import { failureWithReason } from '../../ui/messages/failure-text.ts'
import { setUnread } from './unread.ts'

type Notifications = {
  /** The latest first; undefined until they have come. */
  list: readonly Notification[] | undefined
  problem: string | undefined
  /** Fetches further ones, or the same again when that has failed; undefined when all are here. */
  more: (() => Promise<void>) | undefined
}

/** What happened to one's own files, page by page. What has been fetched is marked as read on the server. */
export function useNotifications(): Notifications {
  const [list, setList] = useState<readonly Notification[]>()
  const [total, setTotal] = useState(Number.POSITIVE_INFINITY)
  const [page, setPage] = useState(1)
  const [problem, setProblem] = useState<string>()

  const fetchPage = useCallback(async (wanted: number, signal?: AbortSignal) => {
    setProblem(undefined)
    try {
      const query = { page: wanted }
      const answer = await client.call('notifications', { query, ...(signal && { signal }) })
      // Something may have happened meanwhile and moved the rows on.
      setList((before = []) => {
        const known = new Set(before.map(({ id }) => id))
        return [...before, ...answer.notifications.filter(({ id }) => !known.has(id))]
      })
      setTotal(answer.total)
      setPage(wanted + 1)
      const ids = answer.notifications.filter(({ read }) => !read).map(({ id }) => id)
      if (ids.length === 0) return
      await client.call('markNotificationsRead', { body: { ids } })
      setUnread(answer.unread - ids.length)
    } catch (error) {
      if (!signal?.aborted) setProblem(failureWithReason(error, 'notifications.failed'))
    }
  }, [])

  useEffect(() => {
    const stop = new AbortController()
    void fetchPage(1, stop.signal)
    return () => stop.abort()
  }, [fetchPage])

  const isMore = problem !== undefined || (list !== undefined && list.length < total)
  return { list, problem, more: isMore ? () => fetchPage(page) : undefined }
}
