import { useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Setup } from '#contract/operations/setup.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { client } from '../../../../accounts/client.ts'
import { t } from '../../../../i18n/t.ts'
import { Icon } from '../../../../ui/icons/icon.tsx'
import { failureWithReason } from '../../../../ui/messages/failure-text.ts'
import { SetupFrame, StepButtons } from '../setup-frame.tsx'

/** Whether mails leave, tried with one to the administrator. */
export function MailStep({ setup: { mail } }: { setup: Setup }) {
  const [outcome, setOutcome] = useState<{ readonly ok: boolean; readonly text: string }>()
  const [send, busy] = useSingleFlight(async () => {
    try {
      const { sentTo } = await client.call('testMail')
      setOutcome({ ok: true, text: t('setup.mailSent', { address: sentTo }) })
    } catch (error) {
      // The mail server's own message names no address, and helps most to fix the fault.
      const words = error instanceof ApiError && error.code === 'MAIL_NOT_SENT' ? error.details : undefined
      const text = failureWithReason(error, 'setup.mailFailed')
      setOutcome({ ok: false, text: words === undefined ? text : `${text}\n${words}` })
    }
  })
  return (
    <SetupFrame step="mail" title={t('setup.mailTitle')} text={t('setup.mailText')}>
      <div className="card card-pad stack">
        {mail.server === null ? (
          <p className="note note-warn">
            <Icon name="warning" />
            {t('setup.mailNone')}
          </p>
        ) : (
          <>
            <dl className="setup-facts">
              <dt>{t('setup.mailServer')}</dt>
              <dd className="break">{mail.server}</dd>
              <dt>{t('setup.mailFrom')}</dt>
              <dd className="break">{mail.from}</dd>
            </dl>
            <div>
              <Button busy={busy} onClick={() => send()}>
                <Icon name="mail" />
                {t(busy ? 'setup.mailSending' : 'setup.mailSend')}
              </Button>
            </div>
          </>
        )}
        {outcome && (
          <p
            className={`note lines ${outcome.ok ? 'note-ok' : 'note-bad'}`}
            role={outcome.ok ? 'status' : 'alert'}
          >
            <Icon name={outcome.ok ? 'tick' : 'warning'} />
            {outcome.text}
          </p>
        )}
      </div>
      <StepButtons back="service" next="checks" />
    </SetupFrame>
  )
}
