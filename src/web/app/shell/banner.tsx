import './banner.css'
import { useState, useSyncExternalStore } from 'react'
import { t } from '../../i18n/t.ts'
import { maintenanceText, useMaintenance } from '../../service/maintenance.ts'
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
