import './banner.css'
import { useState, useSyncExternalStore } from 'react'
import type { Brand } from '#contract/operations/branding/identity.ts'
import { textIn } from '#contract/operations/branding/names.ts'
import { spokenLanguage } from '../../i18n/language.ts'
import { t } from '../../i18n/t.ts'
import { maintenanceText, useMaintenance } from '../../service/maintenance.ts'
import { brand } from '../../ui/browser/brand.ts'
import { browserStore } from '../../ui/browser/browser-store.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/icons/icon.tsx'

const dismissed = 'restante.banner-dismissed'

/** Shows the note of the operator, by default that testing is in progress, until it is dismissed for this browser session. */
export function Banner() {
  const note = brand?.note
  const key = note ? JSON.stringify(note) : '1'
  const [shown, setShown] = useState(() => browserStore('sessionStorage')?.getItem(dismissed) !== key)
  const text = note ? noteText(note) : t('banner.text')
  if (!shown || !text) return null
  function dismiss() {
    browserStore('sessionStorage')?.setItem(dismissed, key)
    setShown(false)
  }
  return (
    <section className={`banner ${note?.kind === 'warning' ? 'notice' : ''}`} aria-label={t('banner.label')}>
      <span>{text}</span>
      <IconButton label={t('banner.dismiss')} onClick={dismiss}>
        <Icon name="close" />
      </IconButton>
    </section>
  )
}

/** The operator's note while it is its time; otherwise empty. */
function noteText({ kind, text, from, until }: NonNullable<Brand['note']>): string {
  const now = Date.now()
  return kind === 'none' || now < (from ?? now) || now > (until ?? now) ? '' : textIn(text, spokenLanguage())
}

/** Says, above a page that stays as it is, why nothing goes on at the moment. */
export function Notices() {
  const online = useOnline()
  const { active, message } = useMaintenance()
  return (
    <div role="status">
      {!online && <p className="banner notice">{t('notice.offline')}</p>}
      {online && active && (
        <p className="banner notice">{t('notice.maintenance', { message: maintenanceText(message) })}</p>
      )}
    </div>
  )
}

/** Whether the browser has a network at all; that the server is in reach it does not say. */
function useOnline(): boolean {
  return useSyncExternalStore(subscribe, () => navigator.onLine)
}

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
