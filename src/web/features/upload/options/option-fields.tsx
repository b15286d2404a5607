import './option-fields.css'
import type { MlKemAlgorithm } from '#contract/accounts/keys.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import type { Sender } from '../../../accounts/sender.ts'
import { t } from '../../../i18n/t.ts'
import { findLeakedPassword, type TransferOptions } from '../../../transfers/engine/transfer-options.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { EncryptionMethods } from './encryption-methods.tsx'
import { ExpiryChips } from './expiry-chips.tsx'
import { LineOption } from './line-option.tsx'
import { MailNote } from './mail/mail-note.tsx'
import { OwnLinks } from './mail/own-links.tsx'
import { RecipientsField } from './mail/recipients-field.tsx'
import { PasswordOption } from './password-option.tsx'
import { SendingWay } from './sending-way.tsx'
import { TextOption } from './text-option.tsx'

const QuantumNotes = lazyPart(() => import('./quantum-notes.tsx'))

export type OptionFieldsProps = {
  config: ServiceConfig
  sender: Sender
  options: TransferOptions
  /** What stands in the title until another is typed. */
  suggestedTitle: string
  /** The method whose key pair the sender does not have. */
  missingKey: MlKemAlgorithm | undefined
  onChange: (part: Partial<TransferOptions>) => void
  /** Called whenever it is known which key is missing, if one is. */
  onMissingKey: (missing: MlKemAlgorithm | undefined) => void
  onMakeKey: () => void
}

/** The options: how to send, who it is from, when it ends, who can open it, the rest. */
export default function OptionFields({ options, onChange, ...rest }: OptionFieldsProps) {
  const { config, sender, suggestedTitle, missingKey, onMissingKey, onMakeKey } = rest
  const { limits } = config
  const { byEmail, encryptionMethod } = options
  const leak = findLeakedPassword(options)
  const isPostQuantum = encryptionLabel(encryptionMethod).level !== undefined
  return (
    <>
      <div className="group">
        <SendingWay
          byEmail={byEmail}
          mailEnabled={config.mailEnabled}
          onChange={(way) => onChange({ byEmail: way })}
        />
        {byEmail && (
          <>
            <RecipientsField
              value={options.recipients}
              most={options.ownLinks ? limits.ownLinks : limits.recipients}
              onChange={(recipients) => onChange({ recipients })}
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
          </>
        )}
        <div className="two-up">
          <LineOption
            label={t('options.title')}
            value={options.title ?? suggestedTitle}
            maxLength={limits.title}
            onChange={(title) => onChange({ title })}
          />
          <LineOption
            label={t('mail.senderName')}
            autoComplete="name"
            placeholder={t('options.optional')}
            value={options.senderName}
            maxLength={limits.senderName}
            onChange={(senderName) => onChange({ senderName })}
          />
        </div>
        <TextOption
          label={t('file.message')}
          value={options.description}
          maxLength={limits.description}
          leaksPassword={leak === 'description'}
          onChange={(description) => onChange({ description })}
        />
        {byEmail && (
          <MailNote
            value={options.emailMessage}
            maxLength={limits.emailMessage}
            leaksPassword={leak === 'emailMessage'}
            onChange={(emailMessage) => onChange({ emailMessage })}
          />
        )}
      </div>
      <ExpiryChips config={config} sender={sender} options={options} onChange={onChange} />
      <div className="group">
        <PasswordOption
          value={options.password}
          minLength={config.filePassword.minLength}
          required={config.filePassword.required && !isPostQuantum}
          onChange={(password) => onChange({ password })}
        />
        <label className="switch switch-label">
          <span>{t('options.deleteAfterDownload')}</span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={options.deleteAfterDownload}
            checked={options.deleteAfterDownload}
            onChange={(event) => onChange({ deleteAfterDownload: event.target.checked })}
          />
        </label>
      </div>
      <div className="group tight">
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
      </div>
    </>
  )
}
