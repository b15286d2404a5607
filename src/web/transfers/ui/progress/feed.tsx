import './feed.css'
import { t } from '../../../i18n/t.ts'
import type { RunningTransfer } from '../../engine/state/transfer-state.ts'

/** How much of an upload has left the browser; hatched while nothing moves. */
export function Feed({ transfer, step }: { transfer: RunningTransfer; step: string }) {
  const { percent, paused, lost } = transfer
  return (
    <div
      className={paused || lost ? 'feed feed-still' : 'feed'}
      style={{ '--p': percent }}
      role="progressbar"
      aria-label={t('upload.progress')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
      aria-valuetext={t('upload.valueText', { percent, step })}
    />
  )
}
