import './banner.css'
import { useState } from 'react'
import { t } from '../i18n/t.ts'
import { Icon } from '../ui/icon.tsx'
import { IconButton } from '../ui/icon-button.tsx'

const dismissed = 'restante.banner-dismissed'

/** Says that testing is in progress, until it is dismissed for this browser session. */
export function Banner() {
  const [shown, setShown] = useState(() => sessionStore()?.getItem(dismissed) !== '1')
  if (!shown) return null
  function dismiss() {
    sessionStore()?.setItem(dismissed, '1')
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

/** The browser's memory for this session; undefined where people have switched it off. */
function sessionStore(): Storage | undefined {
  try {
    return window.sessionStorage
  } catch {
    return undefined
  }
}
