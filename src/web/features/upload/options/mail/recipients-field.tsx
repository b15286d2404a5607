import { type ClipboardEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useSession } from '#web/accounts/session.ts'
import { t } from '#web/i18n/t.ts'
import { IconButton } from '#web/ui/controls/button.tsx'
import { FieldError } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { lazyExtra } from '#web/ui/lazy/lazy-part.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { addRecipients, type Recipients } from './add-recipients.ts'

const ContactSuggestions = lazyExtra(() => import('#web/transfers/ui/contact-suggestions.tsx'))

type Props = {
  value: readonly string[]
  most: number
  /** Mail domains that a rule keeps recipients to; undefined for any. */
  domains: readonly string[] | undefined
  onChange: (value: readonly string[]) => void
}

/** Mail addresses, each with a button that takes it away. Enter, a comma, a paste and leaving the field add. */
export function RecipientsField({ value, most, domains, onChange }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const signedIn = useSession().status === 'user'
  // Fewer people can have a link of their own than can be mailed one for all.
  const shown = problem || (value.length > most ? t('mail.tooMany', { most }) : '')
  // The form is not sent while an address is wrong: its receiver would wait in vain.
  const nobody = value.length === 0 && text === '' ? t('mail.needed') : ''
  useEffect(() => input.current?.setCustomValidity(shown || nobody), [shown, nobody])

  function add(added: string) {
    const recipients = addRecipients(value, added, most, domains)
    const wrong = problemOf(recipients, most, domains)
    setText([...recipients.invalid, ...recipients.elsewhere].join(', '))
    setProblem(wrong)
    announce(wrong || t('mail.recipients', { count: recipients.list.length }))
    if (recipients.list.length > value.length) onChange(recipients.list)
  }
  function press(event: KeyboardEvent) {
    // Enter sends the form from an empty field only: an address in it is meant to be added.
    if (text.trim() === '' || (event.key !== 'Enter' && event.key !== ',' && event.key !== ';')) return
    event.preventDefault()
    add(text)
  }
  function paste(event: ClipboardEvent) {
    const pasted = event.clipboardData.getData('text')
    if (!/[\s,;]/.test(pasted.trim())) return
    event.preventDefault()
    add(`${text} ${pasted}`)
  }
  function remove(address: string) {
    onChange(value.filter((other) => other !== address))
    setProblem('')
    input.current?.focus()
  }
  return (
    <div className="field">
      <label htmlFor={id}>{t('mail.to')}</label>
      {value.length > 0 && (
        <ul className="people">
          {value.map((address) => (
            <li key={address}>
              <span className="break">{address}</span>
              <IconButton label={t('upload.remove', { name: address })} onClick={() => remove(address)}>
                <Icon name="close" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <input
        id={id}
        ref={input}
        className="input"
        inputMode="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        placeholder={t('mail.toHint')}
        aria-invalid={shown !== ''}
        aria-describedby={shown ? `${id}-problem` : undefined}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setProblem('')
        }}
        onKeyDown={press}
        onPaste={paste}
        onInvalid={() => setProblem(shown || nobody)}
        onBlur={() => text.trim() && add(text)}
      />
      {signedIn && <ContactSuggestions input={input} text={text} taken={value} onPick={add} />}
      {shown && (
        <FieldError id={`${id}-problem`}>
          <span>{shown}</span>
        </FieldError>
      )}
    </div>
  )
}

function problemOf(
  { invalid, elsewhere, tooMany }: Recipients,
  most: number,
  domains: readonly string[] = [],
) {
  if (invalid.length > 0) return t('mail.invalid', { addresses: invalid.join(', ') })
  if (elsewhere.length > 0) return t('mail.elsewhere', { domains: domains.join(', ') })
  return tooMany ? t('mail.tooMany', { most }) : ''
}
