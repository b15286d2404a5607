import { useState } from 'react'
import { t } from '../i18n/t.ts'
import { Icon } from '../ui/icon.tsx'

const dismissed = 'restante.banner-dismissed'

/** Says that testing is in progress, until it is dismissed for this browser session. */
export function Banner() {
  const [shown, setShown] = useState(() => sessionStorage.getItem(dismissed) === null)
  if (!shown) return null
  function dismiss() {
    sessionStorage.setItem(dismissed, '1')
    setShown(false)
  }
  return (
    <section className="banner" aria-label={t('banner.label')}>
      <span>{t('banner.text')}</span>
      <button type="button" className="icon-btn" aria-label={t('banner.dismiss')} onClick={dismiss}>
        <Icon name="close" />
      </button>
    </section>
  )
}
