import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Drawing } from '#web/ui/icons/icon.tsx'
import type { Engine } from '../../engine/engine.ts'
import type { RunningTransfer } from '../../engine/state/transfer-state.ts'

/** How much of an upload has left the browser; hatched while nothing moves. */
export function ProgressBar({
  transfer,
  step,
  slim = false,
}: {
  transfer: RunningTransfer
  step: string
  slim?: boolean
}) {
  const { percent, paused, lost } = transfer
  return (
    <div
      className={`feed ${paused || lost ? 'feed-still' : ''} ${slim ? 'feed-top' : ''}`}
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

const drawings = { pause: 'M8.5 5v14M15.5 5v14', resume: 'M8 5l11 7-11 7z' } as const

type PauseProps = {
  transfer: RunningTransfer
  engine: Pick<Engine<unknown>, 'pause' | 'resume'>
  /** Without its word, which screen readers read all the same. */
  small?: boolean
}

/** Interrupts and continues an upload: one button for both, so that the focus stays. Absent where neither is possible. */
export function PauseButton({ transfer: { resumable, paused, arrived }, engine, small = false }: PauseProps) {
  if (!resumable || arrived) return null
  const text = t(paused ? 'upload.resume' : 'upload.pause')
  return (
    <Button
      variant={small ? 'icon' : paused ? 'primary' : 'secondary'}
      aria-label={small ? t(paused ? 'upload.resumeLong' : 'upload.pauseLong') : undefined}
      onClick={paused ? engine.resume : engine.pause}
    >
      <Drawing path={paused ? drawings.resume : drawings.pause} />
      {!small && text}
    </Button>
  )
}
