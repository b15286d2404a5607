import { useEffect, useSyncExternalStore } from 'react'
import { client } from '../../accounts/client.ts'

/** Milliseconds between two looks at a page that stays open. */
const pause = 60_000

let count = 0
let watchers = 0
let timer: number | undefined
const listeners = new Set<() => void>()

/** How much has happened that was not looked at yet. However many places show it, the server is asked once. */
export function useUnread(): number {
  useEffect(watch, [])
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => count,
  )
}

export function setUnread(next: number): void {
  count = next
  for (const listener of listeners) listener()
}

function watch(): () => void {
  watchers += 1
  if (watchers === 1) {
    void look()
    timer = window.setInterval(() => void look(), pause)
    document.addEventListener('visibilitychange', look)
  }
  return () => {
    watchers -= 1
    if (watchers > 0) return
    clearInterval(timer)
    document.removeEventListener('visibilitychange', look)
    setUnread(0)
  }
}

/** A page that nobody sees need not know. What cannot be found out now will be in a minute. */
async function look(): Promise<void> {
  if (document.visibilityState !== 'visible') return
  const answer = await client.call('unreadNotifications').catch(() => undefined)
  if (answer && watchers > 0) setUnread(answer.unread)
}
