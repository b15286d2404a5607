import { type ReactNode, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import type { Setting } from '#contract/operations/settings.ts'
import { client } from '#web/accounts/client.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { FormField, FormProblem, LabelledPassword, TextField } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import {
  type MailSecurity,
  type MailServer,
  mailSecurities,
  readMailServer,
  usualPorts,
  writeMailServer,
} from './mail-server.ts'
import { refusedSettings, useSaveSettings } from './save-settings.ts'
import { FixedSetting, SettingField } from './setting-field.tsx'

type Values = MailServer & { password: string; sender: string }
type Outcome = { readonly ok: boolean; readonly text: string }

const securityText: Record<MailSecurity, TextKey> = {
  starttls: 'admin.mail.starttls',
  tls: 'admin.mail.tls',
  offered: 'admin.mail.offered',
}

/** Fields of refused settings. */
const fieldOf: Readonly<Record<string, keyof Values>> = {
  SMTP_URL: 'host',
  SMTP_PASSWORD: 'password',
  MAIL_FROM: 'sender',
}

type Props = {
  settings: readonly Setting[]
  onSaved: () => void
  /** The buttons below; one of them submits. */
  buttons: (busy: boolean) => ReactNode
}

/** The mail server, tried before it is saved. A test mail shows what it does with a real one. */
export function MailForm({ settings, onSaved, buttons }: Props) {
  const find = (name: string) => settings.find((setting) => setting.name === name)
  const [url, secret, from] = [find('SMTP_URL'), find('SMTP_PASSWORD'), find('MAIL_FROM')]
  const [problem, setProblem] = useState<string>()
  const [outcome, setOutcome] = useState<Outcome>()
  const [testing, setTesting] = useState(false)
  const save = useSaveSettings()
  const form = useForm<Values>({
    defaultValues: { ...readMailServer(url?.value ?? null), password: '', sender: from?.value ?? '' },
  })
  const { errors, isSubmitting } = form.formState
  const isFixed = url?.source === 'environment'

  /** @returns whether everything is saved */
  async function saveAll({ password, sender, ...server }: Values): Promise<boolean> {
    setProblem(undefined)
    setOutcome(undefined)
    try {
      const typed = {
        SMTP_URL: writeMailServer(server),
        SMTP_PASSWORD: password,
        MAIL_FROM: sender,
      }
      await save(
        [url, secret, from].filter((setting) => setting !== undefined),
        typed,
      )
      form.setValue('password', '')
      return true
    } catch (error) {
      const refused = refusedSettings(error)
      const field = refused?.names.map((name) => fieldOf[name]).find((one) => one !== undefined)
      if (refused && field) form.setError(field, { message: refused.message }, { shouldFocus: true })
      else setProblem(failureWithReason(error, 'admin.settings.failed'))
      return false
    }
  }

  async function submit(values: Values) {
    if (await saveAll(values)) onSaved()
  }

  async function test(values: Values) {
    setTesting(true)
    if (await saveAll(values)) setOutcome(await sendTestMail())
    setTesting(false)
  }

  return (
    <form className="stack" noValidate onSubmit={form.handleSubmit(submit)}>
      <div className="card card-pad stack">
        {isFixed && url ? (
          <FixedSetting setting={url} />
        ) : (
          <ServerFields form={form} hasPassword={secret?.set ?? false} />
        )}
        {from && (
          <SettingField setting={from} error={errors.sender?.message} field={form.register('sender')} />
        )}
        <FormProblem text={problem} />
        <div>
          <Button
            busy={testing}
            busyText={t('setup.mailSending')}
            onClick={() => void form.handleSubmit(test)()}
          >
            <Icon name="mail" />
            {t('setup.mailSend')}
          </Button>
        </div>
        {outcome && (
          <p
            className={`note lines ${outcome.ok ? 'note-ok' : 'note-bad'}`}
            role={outcome.ok ? 'status' : 'alert'}
          >
            <Icon name={outcome.ok ? 'tick' : 'warning'} />
            {outcome.text}
          </p>
        )}
      </div>
      {buttons(isSubmitting && !testing)}
    </form>
  )
}

type ServerProps = {
  form: UseFormReturn<Values>
  /** Whether a password is kept, which an empty field leaves as it is. */
  hasPassword: boolean
}

/** The address of the mail server, and how to sign in there. */
function ServerFields({ form, hasPassword }: ServerProps) {
  const { errors } = form.formState
  return (
    <>
      <TextField
        label={t('admin.mail.host')}
        hint={t('admin.mail.hostHint')}
        error={errors.host?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        field={form.register('host')}
      />
      <FormField label={t('admin.mail.security')}>
        {(tie) => (
          <Select
            {...tie}
            value={form.watch('security')}
            options={mailSecurities.map((value) => ({ value, text: t(securityText[value]) }))}
            onChoose={(security) => {
              form.setValue('security', security)
              form.setValue('port', usualPorts[security])
            }}
          />
        )}
      </FormField>
      <TextField
        label={t('admin.mail.port')}
        error={errors.port?.message}
        inputMode="numeric"
        autoComplete="off"
        field={form.register('port', {
          validate: (port) => /^\d{1,5}$/.test(port.trim()) || t('admin.mail.portWrong'),
        })}
      />
      <TextField
        label={t('admin.mail.user')}
        hint={t('admin.mail.userHint')}
        error={errors.user?.message}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        field={form.register('user')}
      />
      <LabelledPassword
        label={t('admin.setting.smtpPassword')}
        hint={hasPassword ? t('admin.services.secretKept') : undefined}
        error={errors.password?.message}
        autoComplete="new-password"
        field={form.register('password')}
      />
    </>
  )
}

async function sendTestMail(): Promise<Outcome> {
  try {
    const { sentTo } = await client.call('testMail')
    return { ok: true, text: t('setup.mailSent', { address: sentTo }) }
  } catch (error) {
    // The mail server's own message names no address, and helps most to fix the fault.
    const words = error instanceof ApiError && error.code === 'MAIL_NOT_SENT' ? error.details : undefined
    const text = failureWithReason(error, 'setup.mailFailed')
    return { ok: false, text: words === undefined ? text : `${text}\n${words}` }
  }
}
