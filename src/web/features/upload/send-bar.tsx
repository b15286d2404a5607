import { useEffect, useRef } from 'react'
import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icons/icon.tsx'
import { Problems } from './problems.tsx'

type Props = {
  files: number
  /** What was wrong with the selection or the last try. */
  problems: readonly string[]
  /** The selection cannot be sent as it is. */
  blocked: boolean
  /** Whether an upload ended here without a link; the bar then takes the focus. */
  cameBack: boolean
}

/** The button that sends it all, and why that has not worked. */
export function SendBar({ files, problems, blocked, cameBack }: Props) {
  const alert = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (cameBack) (alert.current ?? button.current)?.focus()
  }, [cameBack])
  return (
    <div className="go">
      <Problems texts={problems} ref={alert} />
      <button ref={button} className="btn btn-primary btn-l btn-wide" type="submit" disabled={blocked}>
        <Icon name="upload" />
        {t('upload.send', { files })}
      </button>
    </div>
  )
}
