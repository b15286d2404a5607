import { type ReactNode, type SubmitEventHandler, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '#client/api-error.ts'
import { codeDigits } from '#contract/transfers/limits.ts'
import { type TextKey, t } from '../../i18n/t.ts'
import { Button, type ButtonLook, useSingleFlight } from '../controls/button.tsx'
import { failureText } from '../messages/failure-text.ts'
import type { CodeCells } from './code-cells.tsx'
import { FieldError, FormField, FormProblem } from './form-field.tsx'

type Props = {
  className?: string
  /** Stands above the field, such as a heading. */
  children?: ReactNode
  hint?: string
  /** Draws the field as cells, and sends the code with its last digit. */
  Cells?: typeof CodeCells
  autoFocus?: boolean
  /** The button that sends the code; a wide one has a row of its own. */
  submit: ButtonLook & { text: string; busyText?: string }
  /** Said when the code can't be tried again, and when the code is not the reason for a failure. */
  noneLeft?: TextKey
  failed?: TextKey
  /** Sends the code. @throws ApiError */
  onCode: (code: string) => Promise<void>
  /** Asks for another address. */
  other?: { text: string; onChoose: () => void }
  /** Sends another code; `later` stands in the place of the button until that is allowed. */
  resend?: { text: string; failed: TextKey; later?: ReactNode; send: () => Promise<void> }
}

/** Takes a code of six digits from a mail, and says at the field why it was refused. */
export function CodeForm({
  className,
  children,
  hint,
  Cells,
  autoFocus = false,
  submit,
  noneLeft = 'oneTimeCode.noneLeft',
  failed = 'oneTimeCode.notChecked',
  onCode,
  other,
  resend,
}: Props) {
  const problemId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const [problem, setProblem] = useState<string>()

  function refuse(reason: string) {
    // The field has the reason read out.
    flushSync(() => setRefusal(reason))
    input.current?.focus()
    input.current?.select()
  }
  const [check, busy] = useSingleFlight(async (digits: string) => {
    setRefusal(undefined)
    setProblem(undefined)
    try {
      await onCode(digits)
    } catch (error) {
      refuse(codeText(error, noneLeft, failed))
    }
  })
  const [sendAgain, resending] = useSingleFlight(async () => {
    if (!resend) return
    try {
      await resend.send()
      setCode('')
      setRefusal(undefined)
      setProblem(undefined)
    } catch (error) {
      setProblem(failureText(error, resend.failed))
    }
  })
  function change(typed: string): string {
    const digits = typed.replace(/\D/g, '').slice(0, codeDigits)
    setCode(digits)
    setRefusal(undefined)
    return digits
  }
  const onSubmit: SubmitEventHandler<HTMLFormElement> = (event) => {
    event.preventDefault()
    event.stopPropagation()
    if (code.length === codeDigits) check(code)
    else refuse(t('oneTimeCode.incomplete'))
  }

  const field = { ref: input, value: code, autoFocus }
  const others = (
    <>
      {other && (
        <Button variant="quiet" onClick={other.onChoose}>
          {other.text}
        </Button>
      )}
      {resend &&
        (resend.later === undefined ? (
          <Button variant="quiet" busy={resending} onClick={() => sendAgain()}>
            {resend.text}
          </Button>
        ) : (
          resend.later
        ))}
    </>
  )
  const { text, busyText, ...look } = submit
  const send = (
    <Button type="submit" variant="primary" {...look} busy={busy} busyText={busyText}>
      {text}
    </Button>
  )
  return (
    <form noValidate className={className} onSubmit={onSubmit}>
      {children}
      {Cells ? (
        <>
          <Cells
            {...field}
            code={code}
            aria-label={t('oneTimeCode.field')}
            aria-invalid={refusal !== undefined}
            aria-describedby={refusal === undefined ? undefined : problemId}
            onChange={({ target }) => {
              const digits = change(target.value)
              if (digits.length === codeDigits) check(digits)
            }}
          />
          {(refusal ?? problem) !== undefined && (
            <FieldError id={problemId} alert>
              {refusal ?? problem}
            </FieldError>
          )}
        </>
      ) : (
        <>
          <FormField label={t('oneTimeCode.field')} hint={hint} error={refusal}>
            {(tie) => (
              <input
                {...tie}
                {...field}
                className="input"
                inputMode="numeric"
                autoComplete="one-time-code"
                onChange={({ target }) => change(target.value)}
              />
            )}
          </FormField>
          <FormProblem text={problem} />
        </>
      )}
      {look.wide && send}
      <div className="bar-row">
        {!look.wide && send}
        {others}
      </div>
    </form>
  )
}

/** Why a code was not taken: `otherwise` says what did not succeed, where the code is not the reason. */
function codeText(error: unknown, noneLeft: TextKey, otherwise: TextKey): string {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_CODE') return failureText(error, otherwise)
  const left = error.attemptsLeft ?? 0
  return left > 0 ? t('oneTimeCode.wrong', { count: left }) : t(noneLeft)
}
