import { t } from '#web/i18n/t.ts'
import { secondsLeft } from '../../engine/state/transfer-pace.ts'
import type { RunningTransfer } from '../../engine/state/transfer-state.ts'

/** Remaining time of an upload, or why it is unknown. */
export function timeLeftText({ pace, arrived, paused, lost }: RunningTransfer): string {
  if (arrived) return t('upload.arrived')
  if (paused) return t('upload.paused')
  if (lost) return t('upload.waiting')
  const seconds = secondsLeft(pace)
  if (seconds === undefined) return t('upload.estimating')
  if (seconds < 60) return t('upload.secondsLeft', { seconds })
  return t('upload.minutesLeft', { minutes: Math.ceil(seconds / 60) })
}
