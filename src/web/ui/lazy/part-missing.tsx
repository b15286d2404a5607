import { useEffect, useRef } from 'react'
import { t } from '../../i18n/t.ts'

/**
 * Stands in for a part of a page that could not be fetched. It has the focus: whoever asked for the part looks there. It
 * offers no other try, because a browser keeps in mind for as long as the page lives that a module could not be had.
 */
export function PartMissing() {
  const text = useRef<HTMLParagraphElement>(null)
  useEffect(() => text.current?.focus(), [])
  return (
    <p className="card-pad" role="alert" ref={text} tabIndex={-1}>
      {t('shell.partNotFetched')}
    </p>
  )
}
