import { useEffect } from 'react'

/**
 * Has the parts that a selection needs on its way to the link, as soon as there is one.
 * @param resumable whether it is sent in a way that can be continued; undefined as long as nothing is selected
 */
export function useSendingParts(resumable: boolean | undefined): void {
  useEffect(() => {
    if (resumable === undefined) return
    import('./sending-parts.ts').then(({ fetchSendingParts }) => fetchSendingParts(resumable)).catch(() => {})
  }, [resumable])
}
