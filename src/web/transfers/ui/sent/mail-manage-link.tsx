import { type SubmitEventHandler, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isEmailAddress } from '#contract/email-address.ts'
import { manageTokenHeader } from '#contract/headers.ts'
import { lengths } from '#contract/transfers/limits.ts'
import { client } from '#web/accounts/client.ts'
import { spokenLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { CodeForm } from '#web/ui/forms/code-form.tsx'
import { FocusedText, FormField } from '#web/ui/forms/form-field.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'

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
  async function send(code?: string) {
    const reply = await client.call('mailManageLink', {
      params: { ref: reference },
      headers: { [manageTokenHeader]: token },
      body: { email: email.trim(), language: spokenLanguage(), ...(code && { code }) },
    })
    setStep({ at: reply.sent ? 'done' : 'code', sentTo: reply.sentTo })
  }
  if (!mailServer) return null
  if (step.at === 'done') return <FocusedText>{t('manageMail.sent', { address: step.sentTo })}</FocusedText>
  return (
    <div>
      <label className="row-check">
        <input type="checkbox" checked={wanted} onChange={({ target }) => setWanted(target.checked)} />
        <span>{t('manageMail.title')}</span>
      </label>
      {wanted && step.at === 'address' && <AddressForm email={email} onEmail={setEmail} onSend={send} />}
      {wanted && step.at === 'code' && (
        <CodeForm
          className="stack-s"
          autoFocus
          hint={t('manageMail.codeSent', { address: step.sentTo })}
          submit={{ variant: 'secondary', text: t('manageMail.confirm') }}
          noneLeft="manageMail.noneLeft"
          failed="manageMail.notSent"
          onCode={send}
          other={{ text: t('manageMail.otherAddress'), onChoose: () => setStep({ at: 'address' }) }}
        />
      )}
    </div>
  )
}

type AddressProps = { email: string; onEmail: (email: string) => void; onSend: () => Promise<void> }

function AddressForm({ email, onEmail, onSend }: AddressProps) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const [send, busy] = useSingleFlight(async () => {
    try {
      await onSend()
    } catch (error) {
      refuse(failureText(error, 'manageMail.notSent'))
    }
  })
  function refuse(reason: string) {
    // The field has the reason read out.
    flushSync(() => setProblem(reason))
    input.current?.select()
  }
  const submit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    event.stopPropagation()
    if (isEmailAddress(email.trim())) send()
    else refuse(t('code.INVALID_EMAIL'))
  }
  return (
    <form noValidate className="stack-s" onSubmit={submit}>
      <FormField label={t('account.email')} hint={t('manageMail.hint')} error={problem}>
        {(tie) => (
          <input
            {...tie}
            ref={input}
            className="input"
            type="email"
            // biome-ignore lint/a11y/noAutofocus: it comes when the person ticks the box
            autoFocus
            autoComplete="email"
            maxLength={lengths.emailAddress}
            value={email}
            onChange={({ target }) => onEmail(target.value)}
          />
        )}
      </FormField>
      <div className="bar-row">
        <Button type="submit" busy={busy}>
          {t('manageMail.send')}
        </Button>
      </div>
    </form>
  )
}
