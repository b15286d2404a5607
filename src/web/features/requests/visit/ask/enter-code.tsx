import { useEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { CodeForm } from '#web/ui/forms/code-form.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { saysEnded } from './says-ended.ts'

type Props = {
  /** The address that the code went to, masked. */
  sentTo: string
  onResend: () => Promise<void>
  /** Takes the ticket. @throws ApiError */
  onCode: (code: string) => Promise<void>
  onEnded: () => Promise<void>
  /** Another address is wanted. */
  onBack: () => void
}

/** Asks for the code that was mailed to the visitor. */
export function EnterCode({ sentTo, onResend, onCode, onEnded, onBack }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function submit(code: string) {
    try {
      await onCode(code)
    } catch (error) {
      if (!saysEnded(error)) throw error
      await onEnded()
    }
  }
  async function resend() {
    await onResend()
    announce(t('visit.codeSent', { address: sentTo }))
  }
  return (
    <section className="box visit-gate" aria-labelledby="gate-title">
      <CodeForm
        className="stack"
        hint={t('visit.codeSent', { address: sentTo })}
        submit={{ text: t('visit.continue'), busyText: t('visit.checking') }}
        failed="visit.notAdmitted"
        onCode={submit}
        other={{ text: t('visit.otherAddress'), onChoose: onBack }}
        resend={{ text: t('visit.resend'), failed: 'visit.codeNotSent', send: resend }}
      >
        <h2 id="gate-title" ref={heading} tabIndex={-1}>
          {t('visit.enterCode')}
        </h2>
      </CodeForm>
    </section>
  )
}
