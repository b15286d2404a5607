import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import type { PublicRequest } from '#contract/requests/requests.ts'
import { client } from '#web/accounts/client.ts'
import { spokenLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CodeForm } from '#web/ui/forms/code-form.tsx'
import { FormProblem, LabelledPassword } from '#web/ui/forms/form-field.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { saysEnded } from '../sending/use-request.ts'
import { visitOf } from '../sending/visit-store.ts'
import { AnswerFields, type Answers, answersFor, askedFirst } from './answers.tsx'

type Props = {
  request: PublicRequest
  /** It takes the place of a selection, and the focus where that has gone with it. */
  again: boolean
  /** There is a ticket now. */
  onAdmitted: () => void
  onEnded: () => Promise<void>
}

/** Comes before everything else where a password or a confirmed address is wanted. */
export function Gate({ request, again, onAdmitted, onEnded }: Props) {
  const { id, needsPassword, asks, requester } = request
  const [problem, setProblem] = useState<string>()
  const [sentTo, setSentTo] = useState<string>()
  const form = useForm<Answers>({ defaultValues: { password: '', name: '', email: '' } })
  const { errors, isSubmitting } = form.formState
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (again && document.activeElement === document.body) heading.current?.focus()
  }, [again])

  function answers(draft: Answers) {
    return { ...(needsPassword && { password: draft.password }), ...answersFor(request, draft) }
  }
  async function sendCode({ password, email }: Answers): Promise<void> {
    const reply = await client.call('requestCode', {
      params: { id },
      body: {
        email: email.trim(),
        language: spokenLanguage(),
        ...(needsPassword && { password }),
      },
    })
    setSentTo(reply.sentTo)
  }
  async function submit(draft: Answers) {
    setProblem(undefined)
    try {
      if (asks.code) return await sendCode(draft)
      await visitOf(id).ticket.take(answers(draft))
      onAdmitted()
    } catch (error) {
      if (saysEnded(error)) return onEnded()
      const message = failureText(error, 'visit.notAdmitted')
      if (error instanceof ApiError && error.code === 'INVALID_REQUEST_PASSWORD')
        form.setError('password', { message }, { shouldFocus: true })
      else setProblem(message)
    }
  }

  function goBack() {
    flushSync(() => setSentTo(undefined))
    form.setFocus('email', { shouldSelect: true })
  }

  if (sentTo !== undefined)
    return (
      <EnterCode
        sentTo={sentTo}
        onResend={() => sendCode(form.getValues())}
        onCode={async (code) => {
          await visitOf(id).ticket.take({ ...answers(form.getValues()), code })
          onAdmitted()
        }}
        onEnded={onEnded}
        onBack={goBack}
      />
    )
  return (
    <section className="box visit-gate" aria-labelledby="gate-title">
      <form noValidate className="stack" onSubmit={form.handleSubmit(submit)}>
        <h2 id="gate-title" ref={heading} tabIndex={-1}>
          {t(needsPassword ? 'visit.passwordFirst' : 'visit.emailFirst', { name: requester })}
        </h2>
        {needsPassword && (
          <LabelledPassword
            label={t('visit.password')}
            hint={t('visit.passwordHint', { name: requester })}
            error={errors.password?.message}
            field={form.register('password', {
              validate: (password) => password !== '' || t('code.REQUEST_PASSWORD_REQUIRED'),
            })}
            autoComplete="current-password"
          />
        )}
        <AnswerFields request={askedFirst(request)} form={form} />
        <FormProblem text={problem} />
        <div>
          <Button type="submit" variant="primary" busy={isSubmitting} busyText={t('visit.checking')}>
            {t(asks.code ? 'visit.sendCode' : 'visit.continue')}
          </Button>
        </div>
      </form>
    </section>
  )
}

type CodeProps = {
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
function EnterCode({ sentTo, onResend, onCode, onEnded, onBack }: CodeProps) {
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
