import { type SubmitEventHandler, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isEmailAddress } from '#contract/email-address.ts'
import { manageTokenHeader } from '#contract/headers.ts'
import { codeDigits, lengths } from '#contract/transfers/limits.ts'
import { client } from '#web/accounts/client.ts'
import { spokenLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { useOneAtATime } from '#web/ui/forms/use-one-at-a-time.ts'
import { codeText } from '#web/ui/messages/code-text.ts'
import { FocusedText } from '#web/ui/page/focused-text.tsx'

type Props = {
  /** Reference of the transfer. */
  reference: string
  /** The secret of its manage link. */
  token: string
}

/** Current step: asks for the address, then for the code that was sent to it, masked as `sentTo`. */
type Step = { readonly at: 'address' } | { readonly at: 'code' | 'done'; readonly sentTo: string }

/** Mails the manage link to the people who hold it: to another address than their account's after a code. */
export default function MailManageLink({ reference, token }: Props) {
  const { mailServer } = useServiceConfig()
  const [wanted, setWanted] = useState(false)
  const [step, setStep] = useState<Step>({ at: 'address' })
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (wanted && step.at !== 'done') input.current?.focus()
  }, [wanted, step.at])
  const [send, busy] = useOneAtATime(async (digits?: string) => {
    try {
      const reply = await client.call('mailManageLink', {
        params: { ref: reference },
        headers: { [manageTokenHeader]: token },
        body: { email: email.trim(), language: spokenLanguage(), ...(digits && { code: digits }) },
      })
      setProblem(undefined)
      setStep({ at: reply.sent ? 'done' : 'code', sentTo: reply.sentTo })
    } catch (error) {
      refuse(codeText(error, 'manageMail.noneLeft', 'manageMail.notSent'))
    }
  })
  function refuse(reason: string) {
    // The field has the reason read out.
    flushSync(() => setProblem(reason))
    input.current?.focus()
    input.current?.select()
  }
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    event.stopPropagation()
    if (step.at === 'code') {
      if (code.length === codeDigits) send(code)
      else refuse(t('manageMail.incomplete'))
    } else if (isEmailAddress(email.trim())) send()
    else refuse(t('code.INVALID_EMAIL'))
  }
  if (!mailServer) return null
  if (step.at === 'done') return <FocusedText>{t('manageMail.sent', { address: step.sentTo })}</FocusedText>
  return (
    <div>
      <label className="row-check">
        <input type="checkbox" checked={wanted} onChange={({ target }) => setWanted(target.checked)} />
        <span>{t('manageMail.title')}</span>
      </label>
      {wanted && (
        <form noValidate className="stack-s" onSubmit={submit}>
          {step.at === 'address' ? (
            <FormField label={t('account.email')} hint={t('manageMail.hint')} error={problem}>
              {(tie) => (
                <input
                  {...tie}
                  ref={input}
                  className="input"
                  type="email"
                  autoComplete="email"
                  maxLength={lengths.emailAddress}
                  value={email}
                  onChange={({ target }) => setEmail(target.value)}
                />
              )}
            </FormField>
          ) : (
            <FormField
              label={t('manageMail.code')}
              hint={t('manageMail.codeSent', { address: step.sentTo })}
              error={problem}
            >
              {(tie) => (
                <input
                  {...tie}
                  ref={input}
                  className="input"
                  inputMode="numeric"
                  autoComplete="one-time-code"
                  maxLength={codeDigits}
                  value={code}
                  onChange={({ target }) => setCode(target.value.replace(/\D/g, ''))}
                />
              )}
            </FormField>
          )}
          <div className="bar-row">
            <button type="submit" className="btn btn-line" aria-disabled={busy || undefined}>
              {t(step.at === 'address' ? 'manageMail.send' : 'manageMail.confirm')}
            </button>
            {step.at === 'code' && (
              <button
                type="button"
                className="btn btn-quiet"
                onClick={() => {
                  setStep({ at: 'address' })
                  setCode('')
                  setProblem(undefined)
                }}
              >
                {t('manageMail.otherAddress')}
              </button>
            )}
          </div>
        </form>
      )}
    </div>
  )
}
