import { useState } from 'react'
import type { Rights } from '#contract/accounts/rights.ts'
import { client } from '#web/accounts/client.ts'
import { formatDateTime } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { ForgetDialog } from './forget-dialog.tsx'

type Props = {
  rights: Rights
  headers: Readonly<Record<string, string>>
  /** Fetches the data anew after mails were blocked or allowed again. */
  onChanged: () => Promise<void>
  onForgotten: () => void
}

/** Stops all mails of other people, and deletes all that is held. */
export function StopAndDelete({ rights, headers, onChanged, onForgotten }: Props) {
  const [asking, setAsking] = useState(false)
  const { blockedSince } = rights
  const [change, busy] = useSingleFlight(async () => {
    const isBlocked = blockedSince !== null
    try {
      await client.call(isBlocked ? 'allowMails' : 'blockMails', { headers })
      await onChanged()
      showToast('success', t(isBlocked ? 'rights.allowed' : 'rights.blocked'))
      document.getElementById('stop-and-delete')?.focus()
    } catch (error) {
      showToast('error', failureWithReason(error, isBlocked ? 'rights.notAllowed' : 'rights.notBlocked'))
    }
  })
  return (
    <section className="card">
      <div className="head-row">
        <h2 id="stop-and-delete" tabIndex={-1}>
          {t('rights.stop')}
        </h2>
      </div>
      <ul className="held">
        <li className="held-act">
          <span>
            <b id="never-mail">{t('rights.block')}</b>
            <span className="small muted">{t('rights.blockText')}</span>
            {blockedSince !== null && (
              <span className="small num">
                {t('rights.blockedSince', { when: formatDateTime(Date.parse(blockedSince)) })}
              </span>
            )}
          </span>
          <Button id="block" aria-labelledby="block never-mail" busy={busy} onClick={() => change()}>
            {t(blockedSince === null ? 'rights.blockAction' : 'rights.allow')}
          </Button>
        </li>
        <li className="held-act">
          <span>
            <b>{t('rights.forget')}</b>
            <span className="small muted">{t('rights.forgetText')}</span>
          </span>
          <Button variant="quiet-danger" onClick={() => setAsking(true)}>
            <Icon name="bin" />
            {t('rights.forget')}
          </Button>
        </li>
      </ul>
      {asking && (
        <ForgetDialog
          rights={rights}
          headers={headers}
          onForgotten={onForgotten}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
