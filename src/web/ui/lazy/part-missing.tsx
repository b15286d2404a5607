import { useEffect, useRef } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../controls/button.tsx'

/**
 * Stands in for a part of a page that could not be fetched. It has the focus: that is where the part was expected. The
 * page around it stays as it is until it is reloaded, which brings the parts of the release that the server has by now.
 */
export function PartMissing() {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <div className="card-pad stack-s">
      <p role="alert" ref={text} tabIndex={-1}>
        {t('shell.partNotFetched')}
      </p>
      <div>
        <Button onClick={() => location.reload()}>{t('shell.reload')}</Button>
      </div>
    </div>
  )
}
