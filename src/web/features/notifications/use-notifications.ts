import { useCallback, useEffect, useState } from 'react'
import type { Notification } from '#contract/accounts/notifications.ts'
import { client } from '../../accounts/client.ts'
import { failureWithReason } from '../../ui/messages/failure-text.ts'
import { showToast } from '../../ui/messages/toast.ts'
import { setUnread } from './unread.ts'

type Notifications = {
  /** The latest first; undefined until they have come. */
  list: readonly Notification[] | undefined
  problem: string | undefined
  /** Fetches further ones, or the same again when that has failed; undefined when all are here. */
  more: (() => Promise<void>) | undefined
  /** Marks these as read, or without a list all there are. Of single ones that fails silently: they stay new. */
  markRead(ids?: readonly string[]): Promise<void>
}

/** What happened to one's own files, page by page. */
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
      setUnread(answer.unread)
    } catch (error) {
      if (!signal?.aborted) setProblem(failureWithReason(error, 'notifications.failed'))
    }
  }, [])

  useEffect(() => {
    const stop = new AbortController()
    void fetchPage(1, stop.signal)
    return () => stop.abort()
  }, [fetchPage])

  async function markRead(ids?: readonly string[]) {
    try {
      const { unread } = await client.call('markNotificationsRead', { body: ids ? { ids: [...ids] } : {} })
      setUnread(unread)
      setList((before) => before?.map((one) => (!ids || ids.includes(one.id) ? { ...one, read: true } : one)))
    } catch (error) {
      if (!ids) showToast('error', failureWithReason(error, 'notifications.markFailed'))
    }
  }

  const isMore = problem !== undefined || (list !== undefined && list.length < total)
  return { list, problem, more: isMore ? () => fetchPage(page) : undefined, markRead }
}
