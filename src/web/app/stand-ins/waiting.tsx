import { useEffect } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '../../i18n/t.ts'
import { loadServiceConfig } from '../../service/service-config.ts'
import { useDocumentTitle } from '../../ui/page/title.tsx'

/** Shown in place of a page until the session is known. */
export function Waiting() {
  useDocumentTitle(t('shell.loading'))
  return (
    <div className="waiting" role="status">
      <span className="spinner" aria-hidden="true" />
      {t('shell.loading')}
    </div>
  )
}

/** Milliseconds after which the server is tried again. */
const pause = 5000

/** Shown in place of every page while the server does not answer. Continues by itself as soon as it does. */
export function Unreachable() {
  useDocumentTitle(t('shell.unreachable'))
  useEffect(() => {
    async function check() {
      if (await loadServiceConfig()) location.reload()
    }
    const timer = setInterval(check, pause)
    addEventListener('online', check)
    return () => {
      clearInterval(timer)
      removeEventListener('online', check)
    }
  }, [])
  return (
    <div className="stand-in stack">
      <h1 className="title-xl">{t('shell.unreachable')}</h1>
      <p>{t('shell.unreachableHint')}</p>
      <div>
        <Button variant="primary" onClick={() => location.reload()}>
          {t('shell.tryAgain')}
        </Button>
      </div>
    </div>
  )
}
