import { useEffect, useEffectEvent, useState } from 'react'
import { manageTokenHeader } from '#contract/headers.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import type { ManagedLink, ManagedTransfer } from '#contract/transfers/manage.ts'
import { client } from '#web/accounts/client.ts'
import type { SentTransfer } from '#web/transfers/engine/state/transfer-state.ts'
import { activity } from '#web/transfers/store/active.ts'
import { isGone, isOver } from '#web/transfers/store/is-gone.ts'
import { clockNow, useNow } from '#web/ui/time/clock.ts'

const minute = 60_000
/** The transfer shown last in this tab: when shown again, it may have changed on another page meanwhile. */
let shown: UploadReply | undefined

/**
 * Whether the link that was handed over opens nothing now, as far as is known. Asked when the page is opened, but for one
 * that was just sent, when it is looked at again, after a change in this tab, and at the end of the transfer, which may have
 * been moved. The link is not opened by it.
 * @param onGone is called when the transfer has ended
 */
export function useClosed({ reply, finishedAt }: SentTransfer, onGone: () => void): boolean {
  const [closed, setClosed] = useState(false)
  const [until, setUntil] = useState(() => Date.parse(reply.file.expiresAt))
  const now = useNow({ every: minute, until })
  const pastEnd = now >= until ? now : undefined
  const notifyGone = useEffectEvent(onGone)
  useEffect(() => {
    const stop = new AbortController()
    const { signal } = stop
    async function ask() {
      try {
        const { transfer } = await client.call('managedTransfer', {
          params: { ref: reply.transfer.ref },
          headers: { [manageTokenHeader]: reply.manageUrl.split('#')[1] ?? '' },
          signal,
        })
        const main = transfer.links.find(({ id }) => id === transfer.linkId)
        const isBefore = main !== undefined && !isOver(main, clockNow())
        setUntil(Date.parse((isBefore && main.expiresAt) || transfer.expiresAt))
        setClosed(isClosed(transfer, main))
      } catch (error) {
        // Other failures keep the current state.
        if (!signal.aborted && isGone(error)) notifyGone()
      }
    }
    if (pastEnd !== undefined || shown === reply || clockNow() - finishedAt > minute) void ask()
    shown = reply
    document.addEventListener('visibilitychange', () => !document.hidden && ask(), { signal })
    const unsubscribe = activity.subscribe((ended) => {
      if (ended === reply.file.id) notifyGone()
      else if (ended === undefined && activity.read()) void ask()
    })
    return () => {
      stop.abort()
      unsubscribe()
    }
  }, [reply, finishedAt, pastEnd])
  return closed
}

function isClosed({ disabled }: ManagedTransfer, main: ManagedLink | undefined): boolean {
  if (!main) return disabled
  const isUsedUp = main.downloadLimit !== null && main.downloads >= main.downloadLimit
  return disabled || isUsedUp || main.revokedAt !== null || isOver(main, clockNow())
}
