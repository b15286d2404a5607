import { type ComponentProps, useEffect, useId, useState } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import { t } from '#web/i18n/t.ts'
import type { TransferOptions } from '#web/transfers/engine/transfer-options.ts'
import { FilePasswordField } from '#web/ui/forms/new-password-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { announce } from '#web/ui/messages/announce.tsx'

type Props = {
  label: string
  value: string
  maxLength: number
  /** The text gives the file password away. */
  leaksPassword: boolean
  onChange: (value: string) => void
}

/** A message with a counter, and a warning if it contains the password. */
export function TextOption({ label, value, maxLength, leaksPassword, onChange }: Props) {
  const id = useId()
  useEffect(() => {
    if (leaksPassword) announce(t('options.passwordTold'))
  }, [leaksPassword])
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        className="input"
        maxLength={maxLength}
        aria-describedby={`${id}-count ${leaksPassword ? `${id}-told` : ''}`}
        rows={1}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      {value !== '' && (
        <span className="hint num xs counter" id={`${id}-count`}>
          {value.length} / {maxLength}
        </span>
      )}
      {leaksPassword && (
        <p className="note note-warn" id={`${id}-told`}>
          <Icon name="warning" />
          <span>{t('options.passwordTold')}</span>
        </p>
      )}
    </div>
  )
}

type NameProps = {
  limits: Pick<ServiceConfig['limits'], 'title' | 'senderName'>
  options: Pick<TransferOptions, 'title' | 'senderName'>
  /** Title until another is typed. */
  suggestedTitle: string
  onChange: (part: Partial<TransferOptions>) => void
}

/** The title of a transfer, and the name of its sender. */
export function NameOptions({ limits, options, suggestedTitle, onChange }: NameProps) {
  return (
    <>
      <LineOption
        label={t('options.title')}
        value={options.title ?? suggestedTitle}
        maxLength={limits.title}
        onChange={(title) => onChange({ title })}
      />
      <LineOption
        label={t('mail.senderName')}
        autoComplete="name"
        value={options.senderName}
        maxLength={limits.senderName}
        onChange={(senderName) => onChange({ senderName })}
      />
    </>
  )
}

type LineProps = Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange'> & {
  label: string
  onChange: (value: string) => void
}

/** One line of text, which may be left empty. */
function LineOption({ label, onChange, ...input }: LineProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        {...input}
        id={id}
        className="input"
        placeholder={t('options.optional')}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}

type PasswordProps = {
  label: string
  value: string
  /** How long one has to be, where one is set. */
  minLength: number
  /** Whether nothing is sent without one. */
  required: boolean
  onChange: (value: string) => void
}

/** The file password, which its sender has to pass on. */
export function PasswordOption({ label, value, minLength, required, onChange }: PasswordProps) {
  const [shown, setShown] = useState(false)
  const [refused, setRefused] = useState(false)
  const isShort = value.length > 0 && value.length < minLength
  const wrong = isShort ? t('options.passwordShort', { least: minLength }) : t('options.passwordNeeded')
  return (
    <FilePasswordField
      label={label}
      placeholder={required ? undefined : t('options.optional')}
      required={required}
      minLength={minLength}
      typed={value}
      error={refused && (isShort || (required && value === '')) ? wrong : undefined}
      onInvalid={() => setRefused(true)}
      value={value}
      shown={shown}
      onShow={setShown}
      onMade={onChange}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/** A message for the mail alone, in place of the one on the download page; folded while it is empty. */
export function MailNote(props: Omit<ComponentProps<typeof TextOption>, 'label'>) {
  const [open, setOpen] = useState(props.value !== '')
  return (
    <details className="more" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {t('mail.note')}
        <span className="val">
          {props.value === '' ? t('mail.sameMessage') : `${props.value.length} / ${props.maxLength}`}
        </span>
        <Icon name="chevron" />
      </summary>
      {open && <TextOption {...props} label={t('mail.message')} />}
    </details>
  )
}
