import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { messageOf } from '../database/database-failure.ts'

/** How long a change on another instance may go unnoticed, in milliseconds. */
const pollIntervalMs = 1_000

/**
 * Calls `poll` every second until it is closed. When it fails, what it found before holds; that is logged as `failure`, once
 * for each reason and not every second.
 */
export function follow(
  poll: () => Promise<void>,
  { log, failure }: { readonly log: Logger; readonly failure: string },
): { close(): Promise<void> } {
  const closing = new AbortController()
  const { signal } = closing
  async function repeat(): Promise<void> {
    let complaint: string | undefined
    while (!signal.aborted) {
      await wait(pollIntervalMs, undefined, { signal, ref: false }).catch(() => {})
      if (signal.aborted) return
      try {
        await poll()
        complaint = undefined
      } catch (error) {
        if (messageOf(error) !== complaint) log.error({ err: error }, failure)
        complaint = messageOf(error)
      }
    }
  }
  const following = repeat()
  return {
    async close() {
      closing.abort()
      await following
    },
  }
}
