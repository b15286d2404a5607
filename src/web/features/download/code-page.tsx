import './code-page.css'
import { useEffect, useState } from 'react'
import { client } from '#web/accounts/client.ts'
import { t, textWith } from '#web/i18n/t.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { CodeCells } from '#web/ui/forms/code-cells.tsx'
import { CodeForm } from '#web/ui/forms/code-form.tsx'
import { FormProblem } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { FocusedHeading, useDocumentTitle } from '#web/ui/page/title.tsx'
import { clockNow, useNow } from '#web/ui/time/clock.ts'
import { ReportThis } from './problems/not-available.tsx'
import { keepProof } from './state/link-proof.ts'

type Props = {
  linkId: string
  /** The masked address that codes go to. */
  sentTo: string
  /** The code was right: the transfer can be fetched. */
  onProved: () => Promise<void>
}

/** Asks for a code that is sent to the address a link was made for. Nothing of the transfer is shown before. */
export default function CodePage(props: Props) {
  const [sent, setSent] = useState<{ readonly retryAt: number }>()
  const [problem, setProblem] = useState<string>()
  useDocumentTitle(t('linkCode.title'))
  async function send() {
    const reply = await client.call('downloadCode', { params: { id: props.linkId }, body: {} })
    if (!('retryAfter' in reply)) return
    setSent({ retryAt: clockNow() + reply.retryAfter * 1000 })
    announce(t('linkCode.sent', { address: props.sentTo }))
  }
  const [sendFirst, busy] = useSingleFlight(async () => {
    try {
      await send()
    } catch (error) {
      setProblem(failureText(error, 'linkCode.notSent'))
    }
  })
  return (
    <div className="box-page code-page">
      <section className="box box-attach">
        {sent ? (
          // A new code starts without the earlier error.
          <EnterCode key={sent.retryAt} {...props} retryAt={sent.retryAt} onResend={send} />
        ) : (
          <div className="stack">
            <h1 className="title-xl">{t('linkCode.forOneAddress')}</h1>
            <p>{textWith('linkCode.weSend', { address: <Address text={props.sentTo} /> })}</p>
            <FormProblem text={problem} />
            <div>
              <Button variant="primary" large busy={busy} onClick={() => sendFirst()}>
                <Icon name="mail" />
                {t(busy ? 'linkCode.sending' : 'linkCode.send')}
              </Button>
            </div>
          </div>
        )}
      </section>
      <section className="card card-pad stack-s" aria-label={t('linkCode.help')}>
        <h2 className="section-title">{t('linkCode.why')}</h2>
        <p className="muted">{t('linkCode.because')}</p>
        <p className="muted">{t('linkCode.notYours')}</p>
      </section>
      <ReportThis />
    </div>
  )
}

type EnterProps = Props & { retryAt: number; onResend: () => Promise<void> }

function EnterCode({ linkId, sentTo, onProved, retryAt, onResend }: EnterProps) {
  const now = useNow({ until: retryAt })
  const mayResend = now >= retryAt
  useEffect(() => {
    if (mayResend) announce(t('linkCode.mayResend'))
  }, [mayResend])
  async function check(code: string) {
    const reply = await client.call('downloadCode', { params: { id: linkId }, body: { code } })
    if (!('proof' in reply)) return
    keepProof(linkId, reply.proof)
    await onProved()
  }
  const later = mayResend ? undefined : (
    <span role="timer" className="num">
      {t('linkCode.resendIn', { time: timeLeft(retryAt - now) })}
    </span>
  )
  return (
    <CodeForm
      Cells={CodeCells}
      submit={{ large: true, text: t('linkCode.continue'), busyText: t('linkCode.checking') }}
      onCode={check}
      resend={{ text: t('linkCode.resend'), failed: 'linkCode.notSent', later, send: onResend }}
    >
      <FocusedHeading className="title-xl">{t('linkCode.enter')}</FocusedHeading>
      <p className="tight-above">{textWith('linkCode.sentTo', { address: <Address text={sentTo} /> })}</p>
    </CodeForm>
  )
}

/** An address whose masked part stays with the rest: a browser would break it after the dots. */
function Address({ text }: { text: string }) {
  const domain = text.lastIndexOf('@') + 1
  return (
    <>
      <span className="nowrap">{text.slice(0, domain)}</span>
      {text.slice(domain)}
    </>
  )
}

/** "0:30" of milliseconds; what has begun is a second. */
function timeLeft(left: number): string {
  const seconds = Math.ceil(left / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
