import type { ReactNode } from 'react'
import { t } from '../../../i18n/t.ts'

type Props = {
  /** Whether files hang over the window now. */
  over: boolean
  reading: boolean
  /** Says how dropped files are handled. */
  children?: ReactNode
}

/** The paper above the slot of the box: what to do here, for a mouse and for a finger. */
export function DropPaper({ over, reading, children }: Props) {
  return (
    <div className="drop-target">
      <div className="paper">
        <strong>
          <b className="mouse">{t(over ? 'upload.letGo' : reading ? 'upload.reading' : 'upload.dropHere')}</b>
          <b className="touch">{t('upload.addHere')}</b>
        </strong>
        {children}
      </div>
      <span className="slot" aria-hidden="true" />
    </div>
  )
}
