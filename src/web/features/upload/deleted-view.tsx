import { useEffect, useRef } from 'react'
import { t } from '../../i18n/t.ts'
import { LifeLine } from '../../ui/life-line.tsx'

/** The box, empty again: what was sent is gone. */
export function DeletedView({ onAnother }: { onAnother: () => void }) {
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  return (
    <div className="held">
      <section className="box box-empty box-attach">
        <LifeLine left={0} className="apart" />
        <h1 className="title-xl" ref={title} tabIndex={-1}>
          {t('deletion.deleted')}
        </h1>
        <p className="tight-above">{t('deletion.deletedText')}</p>
      </section>
      <section className="slip slip-pad">
        <button type="button" className="btn btn-primary" onClick={onAnother}>
          {t('success.another')}
        </button>
      </section>
    </div>
  )
}
