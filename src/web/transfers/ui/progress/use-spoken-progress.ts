import { useEffect, useRef } from 'react'
import { t } from '../../../i18n/t.ts'
import { announce } from '../../../ui/messages/announce.tsx'
import type { RunningTransfer } from '../../engine/state/transfer-state.ts'

/** Milliseconds between two announcements, at least; of several that wait the latest is made. */
const spokenApart = 5000

/** Announces the steps of an upload to screen readers, and every quarter of its bytes. */
export function useSpokenProgress({ percent, arrived, paused, lost }: RunningTransfer, step: string): void {
  const spoken = paused
    ? t('upload.paused')
    : lost
      ? t('upload.reconnecting')
      : arrived
        ? step
        : quarterText(percent)
  const spokenAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (spoken === '') return undefined
    const wait = Math.max(0, spokenAt.current + spokenApart - performance.now())
    const timer = setTimeout(() => {
      spokenAt.current = performance.now()
      announce(spoken)
    }, wait)
    return () => clearTimeout(timer)
  }, [spoken])
}

/** Every quarter is worth a word. */
function quarterText(percent: number): string {
  const quarter = Math.floor(percent / 25) * 25
  return quarter === 0 ? '' : t('title.uploading', { percent: quarter })
}
