import './code.css'
import { type SubmitEventHandler, useEffect, useRef, useState } from 'react'
import { codeDigits } from '#contract/transfers/limits.ts'
import { clockNow } from '#web/ui/time/clock.ts'
import { client } from '../../../accounts/client.ts'
import { t } from '../../../i18n/t.ts'
import { useOneAtATime } from '../../../ui/forms/use-one-at-a-time.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { announce } from '../../../ui/messages/announce.tsx'
import { codeText } from '../../../ui/messages/code-text.ts'
import { failureText } from '../../../ui/messages/failure-text.ts'
import { FocusedHeading } from '../../../ui/page/focused-heading.tsx'
import { useDocumentTitle } from '../../../ui/page/use-document-title.ts'
import { useNow } from '../../../ui/time/use-now.ts'
import { ReportThis } from '../problems/report-this.tsx'
import { CodeField } from './code-field.tsx'
import { keepProof } from './link-proof.ts'

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
  const [send, busy] = useOneAtATime(async () => {
    try {
      const reply = await client.call('downloadCode', { params: { id: props.linkId }, body: {} })
      if (!('retryAfter' in reply)) return
      setSent({ retryAt: clockNow() + reply.retryAfter * 1000 })
      setProblem(undefined)
      announce(t('linkCode.sent', { address: props.sentTo }))
    } catch (error) {
      setProblem(failureText(error, 'linkCode.notSent'))
    }
  })
  return (
    <div className="box-page code-page">
      <section className="box box-attach">
        {sent ? (
          // A new code starts without the earlier error.
          <EnterCode
            key={sent.retryAt}
            {...props}
            retryAt={sent.retryAt}
            resendProblem={problem}
            resending={busy}
            onResend={send}
          />
        ) : (
          <div className="stack">
            <h1 className="title-xl">{t('linkCode.forOneAddress')}</h1>
            <p>{t('linkCode.weSend', { address: props.sentTo })}</p>
            {problem !== undefined && <Problem text={problem} />}
            <div>
              <button
                type="button"
                className="btn btn-primary btn-l"
                aria-disabled={busy || undefined}
                onClick={() => send()}
              >
                <Icon name="mail" />
                {t(busy ? 'linkCode.sending' : 'linkCode.send')}
              </button>
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

type EnterProps = Props & {
  retryAt: number
  resendProblem: string | undefined
  resending: boolean
  onResend: () => void
}

function EnterCode({ linkId, sentTo, onProved, retryAt, resendProblem, resending, onResend }: EnterProps) {
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const now = useNow({ until: retryAt })
  const mayResend = now >= retryAt
  useEffect(() => {
    if (mayResend) announce(t('linkCode.mayResend'))
  }, [mayResend])
  const [check, busy] = useOneAtATime(async (digits: string) => {
    try {
      const reply = await client.call('downloadCode', { params: { id: linkId }, body: { code: digits } })
      if (!('proof' in reply)) return
      keepProof(linkId, reply.proof)
      await onProved()
    } catch (error) {
      setProblem(codeText(error, 'linkCode.noneLeft', 'linkCode.notChecked'))
      input.current?.select()
    }
  })
  function change(digits: string) {
    setCode(digits)
    setProblem(undefined)
    if (digits.length === codeDigits) check(digits)
  }
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    if (code.length === codeDigits) check(code)
    else setProblem(t('linkCode.incomplete'))
  }
  return (
    <form noValidate onSubmit={submit}>
      <FocusedHeading className="title-xl">{t('linkCode.enter')}</FocusedHeading>
      <p className="tight-above">{t('linkCode.sentTo', { address: sentTo })}</p>
      <CodeField
        ref={input}
        value={code}
        isWrong={problem !== undefined}
        describedBy="code-problem"
        onChange={change}
      />
      {(problem ?? resendProblem) !== undefined && <Problem text={problem ?? resendProblem ?? ''} />}
      <div className="bar-row">
        <button type="submit" className="btn btn-primary btn-l" aria-disabled={busy || undefined}>
          {t(busy ? 'linkCode.checking' : 'linkCode.continue')}
        </button>
        {mayResend ? (
          <button
            type="button"
            className="btn btn-quiet"
            aria-disabled={resending || undefined}
            onClick={onResend}
          >
            {t('linkCode.resend')}
          </button>
        ) : (
          <span role="timer" className="num">
            {t('linkCode.resendIn', { time: timeLeft(retryAt - now) })}
          </span>
        )}
      </div>
    </form>
  )
}

/** "0:30" of milliseconds; what has begun is a second. */
function timeLeft(left: number): string {
  const seconds = Math.ceil(left / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

function Problem({ text }: { text: string }) {
  return (
    <p className="code-problem" id="code-problem" role="alert">
      <Icon name="warning" />
      {text}
    </p>
  )
}
