import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { sealedText } from './sealed-text.ts'
import type { Sealed } from './use-sealed.ts'

/**
 * Asks for what is missing: the key, where the link came without it, then the password. Nothing is checked while typing.
 * `counts`: what opening it costs, if anything.
 */
export function OpenForm({ sealed, counts }: { sealed: Sealed; counts: string }) {
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const { problem, isOpening } = sealed
  const needsKey = sealed.key === undefined
  const mayBeOtherKey = problem?.kind === 'wrong-password'

  useEffect(() => {
    if (!problem) return
    field.current?.focus()
    field.current?.select()
  }, [problem])

  const asksForKey = useRef(needsKey)
  useEffect(() => {
    if (asksForKey.current === needsKey) return
    asksForKey.current = needsKey
    field.current?.focus()
  }, [needsKey])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const key = sealed.key ?? typed
    if (isOpening) return
    if (key.trim() === '' || (!needsKey && sealed.hasPassword && password === ''))
      return field.current?.focus()
    void sealed.open({ key, password })
  }
  const edit = (set: (text: string) => void) => (event: { target: { value: string } }) => {
    set(event.target.value)
    sealed.edited()
  }
  return (
    <form className="stack-s get" noValidate aria-label={t('sealed.open')} onSubmit={submit}>
      {(needsKey || sealed.hasPassword) && (
        <label htmlFor={`${id}field`}>{needsKey ? t('sealed.key') : t('download.filePassword')}</label>
      )}
      <div className="copyfield">
        {needsKey ? (
          <input
            id={`${id}field`}
            ref={field}
            className="input"
            value={typed}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            aria-describedby={`${id}hint`}
            aria-invalid={problem !== undefined}
            onChange={edit(setTyped)}
          />
        ) : (
          sealed.hasPassword && (
            <PasswordField
              id={`${id}field`}
              ref={field}
              value={password}
              autoComplete="off"
              aria-describedby={`${id}hint`}
              aria-invalid={problem !== undefined}
              onChange={edit(setPassword)}
            />
          )
        )}
        <Button type="submit" variant="primary" large busy={isOpening} busyText={t('sealed.opening')}>
          {t('sealed.open')}
        </Button>
      </div>
      {problem ? (
        <div className="note note-bad" role="alert" id={`${id}hint`}>
          <Icon name="warning" />
          <span>{sealedText(problem)}</span>
        </div>
      ) : (
        <p className="hint" id={`${id}hint`}>
          {needsKey ? t('sealed.keyHint') : sealed.hasPassword ? t('download.askSender') : ''}
          {!needsKey && counts && ` ${counts}`}
        </p>
      )}
      {mayBeOtherKey && (
        <p className="hint">
          {t('sealed.orOtherKey')}{' '}
          <Button variant="link" onClick={sealed.askForKey}>
            {t('sealed.enterOtherKey')}
          </Button>
        </p>
      )}
    </form>
  )
}
