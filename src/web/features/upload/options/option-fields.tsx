import './option-fields.css'
import type { MlKemAlgorithm } from '#contract/accounts/keys.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { findLeakedPassword, type TransferOptions } from '#web/transfers/engine/transfer-options.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import type { Sender } from '../../../accounts/session.ts'
import { t } from '../../../i18n/t.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { ExpiryChips } from './expiry-chips.tsx'
import { RecipientsField } from './mail/recipients-field.tsx'
import { OwnLinks, SendingWay } from './mail/sending-way.tsx'
import { EncryptionMethods, MoreOptions } from './more-options.tsx'
import { LineOption, MailNote, PasswordOption, TextOption } from './text-options.tsx'

const QuantumNotes = lazyPart(() => import('./quantum-notes.tsx'))

export type OptionFieldsProps = {
  config: ServiceConfig
  sender: Sender
  options: TransferOptions
  /** Title until another is typed. */
  suggestedTitle: string
  /** The method whose key pair the sender does not have. */
  missingKey: MlKemAlgorithm | undefined
  onChange: (part: Partial<TransferOptions>) => void
  /** Called with the missing key whenever that changes. */
  onMissingKey: (missing: MlKemAlgorithm | undefined) => void
  onMakeKey: () => void
}

/**
 * The options: how to send, who it is from, when it ends, who can open it, the rest. With those of a mail, all of them are
 * more than a laptop's window holds: the rest is folded then.
 */
export default function OptionFields({ options, onChange, ...rest }: OptionFieldsProps) {
  const { config, sender, suggestedTitle, missingKey, onMissingKey, onMakeKey } = rest
  const { limits } = config
  const { byEmail, encryptionMethod } = options
  const leak = findLeakedPassword(options)
  const isPostQuantum = encryptionLabel(encryptionMethod).level !== undefined
  const passwordRequired = config.filePassword.required && !isPostQuantum
  /** With an account own links come on when there is more than one recipient, and can be turned off. */
  function changeRecipients(recipients: readonly string[]) {
    const turnsOn = sender.signedIn && options.recipients.length < 2 && recipients.length > 1
    onChange({ recipients, ...(turnsOn && limits.ownLinks > 0 && { ownLinks: true }) })
  }
  const title = (
    <LineOption
      label={t('options.title')}
      value={options.title ?? suggestedTitle}
      maxLength={limits.title}
      onChange={(title) => onChange({ title })}
    />
  )
  const name = (
    <LineOption
      label={t('mail.senderName')}
      autoComplete="name"
      placeholder={t('options.optional')}
      value={options.senderName}
      maxLength={limits.senderName}
      onChange={(senderName) => onChange({ senderName })}
    />
  )
  const message = (
    <TextOption
      label={t('file.message')}
      value={options.description}
      maxLength={limits.description}
      leaksPassword={leak === 'description'}
      onChange={(description) => onChange({ description })}
    />
  )
  const opening = (
    <>
      <PasswordOption
        value={options.password}
        minLength={config.filePassword.minLength}
        required={passwordRequired}
        onChange={(password) => onChange({ password })}
      />
      <Switch
        className="switch-label"
        label={t('options.deleteAfterDownload')}
        checked={options.deleteAfterDownload}
        onSwitch={(isOn) => onChange({ deleteAfterDownload: isOn })}
      />
    </>
  )
  const encryption = (
    <>
      <EncryptionMethods
        methods={config.encryptionMethods}
        sender={sender}
        value={encryptionMethod}
        onChange={(method) => onChange({ encryptionMethod: method })}
      />
      {sender.signedIn && isPostQuantum && (
        <QuantumNotes
          method={encryptionMethod}
          passwordProtected={options.password !== ''}
          missing={missingKey}
          onMissing={onMissingKey}
          onMakeKey={onMakeKey}
        />
      )}
    </>
  )
  const way = (
    <SendingWay
      byEmail={byEmail}
      mailServer={config.mailServer}
      onChange={(way) => onChange({ byEmail: way })}
    />
  )
  const expiry = <ExpiryChips config={config} sender={sender} options={options} onChange={onChange} />
  if (!byEmail)
    return (
      <>
        <div className="group">
          {way}
          <div className="two-up">
            {title}
            {name}
          </div>
          {message}
        </div>
        {expiry}
        <div className="group">{opening}</div>
        <div className="group tight">{encryption}</div>
      </>
    )
  return (
    <>
      <div className="group">
        {way}
        <RecipientsField
          value={options.recipients}
          most={options.ownLinks ? limits.ownLinks : limits.recipients}
          onChange={changeRecipients}
        />
        {limits.ownLinks > 0 && (
          <OwnLinks
            ownLinks={options.ownLinks}
            codes={options.codes}
            most={limits.ownLinks}
            signedIn={sender.signedIn}
            onChange={onChange}
          />
        )}
        {name}
        {message}
        <MailNote
          value={options.emailMessage}
          maxLength={limits.emailMessage}
          leaksPassword={leak === 'emailMessage'}
          onChange={(emailMessage) => onChange({ emailMessage })}
        />
      </div>
      {expiry}
      <div className="group tight">
        <MoreOptions options={options} passwordRequired={passwordRequired}>
          {title}
          {opening}
          {encryption}
        </MoreOptions>
      </div>
    </>
  )
}
