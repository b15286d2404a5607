import { useEffect, useRef } from 'react'
import { useTopModal } from '#web/ui/browser/open-modals.ts'
import { t } from '../../../i18n/t.ts'
import { Icon } from '../../../ui/icons/icon.tsx'

/**
 * Takes the place of the button once the browser has been handed the file, and the focus, as soon as no dialog holds it.
 */
export function DownloadStarted({ onRetry }: { onRetry: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const focused = useRef(false)
  const modal = useTopModal()
  useEffect(() => {
    if (modal || focused.current) return
    focused.current = true
    heading.current?.focus()
  }, [modal])
  return (
    <div className="begun">
      <span className="begun-mark">
        <Icon name="tick" />
      </span>
      <div>
        <h2 ref={heading} tabIndex={-1}>
          {t('download.started')}
        </h2>
        <p>
          {t('download.notStarted')}{' '}
          <button type="button" className="link-btn" onClick={onRetry}>
            {t('download.startAgain')}
          </button>
        </p>
      </div>
    </div>
  )
}
