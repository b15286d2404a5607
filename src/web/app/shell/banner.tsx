import './banner.css'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { browserStore } from '../../ui/browser/browser-store.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'

const dismissed = 'restante.banner-dismissed'

/** Says that testing is in progress, until it is dismissed for this browser session. */
export function Banner() {
  const [shown, setShown] = useState(() => browserStore('sessionStorage')?.getItem(dismissed) !== '1')
  if (!shown) return null
  function dismiss() {
    browserStore('sessionStorage')?.setItem(dismissed, '1')
    setShown(false)
  }
  return (
    <section className="banner" aria-label={t('banner.label')}>
      <span>{t('banner.text')}</span>
      <IconButton label={t('banner.dismiss')} onClick={dismiss}>
        <Icon name="close" />
      </IconButton>
    </section>
  )
}
