import './option-fields.css'
import type { MlKemAlgorithm } from '#contract/accounts/keys.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import {
  findLeakedPassword,
  mayBeOnce,
  startOptions,
  type TransferOptions,
} from '#web/transfers/engine/transfer-options.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import type { Sender } from '../../../accounts/session.ts'
import { t } from '../../../i18n/t.ts'
import { SetBy } from '../../../service/set-by.tsx'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { EndToEnd } from './end-to-end.tsx'
import { ExpiryChips } from './expiry-chips.tsx'
import { RecipientsField } from './mail/recipients-field.tsx'
import { OwnLinks, SendingWay } from './mail/sending-way.tsx'
import { EncryptionMethods, FoldedOptions } from './more-options.tsx'
import { OnlyMe } from './only-me.tsx'
import { MailNote, NameOptions, PasswordOption, TextOption } from './text-options.tsx'

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

/** Method that `Only I can open it` chooses: the middle one of those for the sender's own key. */
const ownKeyMethod = 'ml-kem768' satisfies MlKemAlgorithm

/**
 * The options in the order in which people decide: who gets it, the message, how long it lives, who can open it, the rest
 * folded. A group each, so that another choice finds its place.
 */
export default function OptionFields(props: OptionFieldsProps) {
  const { config, sender, options, onChange } = props
  return (
    <>
      <div className="group">
        <Recipients {...props} />
      </div>
      <ExpiryChips config={config} sender={sender} options={options} onChange={onChange} />
      <div className="group">
        <Opening {...props} />
      </div>
      <div className="group tight">
        <Further {...props} />
      </div>
    </>
  )
}

/** Way of sending, recipients, and the message. */
function Recipients({ config, sender, options, onChange }: OptionFieldsProps) {
  const { limits } = config
  const leak = findLeakedPassword(options)
  /** With an account own links come on when there is more than one recipient, and can be turned off. */
  function changeRecipients(recipients: readonly string[]) {
    const turnsOn = sender.signedIn && options.recipients.length < 2 && recipients.length > 1
    onChange({ recipients, ...(turnsOn && limits.ownLinks > 0 && { ownLinks: true }) })
  }
  return (
    <>
      <SendingWay
        byEmail={options.byEmail}
        mailServer={config.mailServer}
        onChange={(byEmail) => onChange({ byEmail })}
      />
      {options.byEmail && (
        <RecipientsField
          value={options.recipients}
          most={options.ownLinks ? limits.ownLinks : limits.recipients}
          domains={config.rules?.recipientDomains ?? undefined}
          onChange={changeRecipients}
        />
      )}
      {options.byEmail && limits.ownLinks > 0 && (
        <OwnLinks
          ownLinks={options.ownLinks}
          codes={options.codes}
          setBy={config.rules?.recipientCode ? config.rules.by : undefined}
          most={limits.ownLinks}
          signedIn={sender.signedIn}
          onChange={onChange}
        />
      )}
      <TextOption
        label={t('file.message')}
        value={options.description}
        maxLength={limits.description}
        leaksPassword={leak === 'description'}
        onChange={(description) => onChange({ description })}
      />
      {options.byEmail && options.endToEnd && <p className="hint">{t('mail.withoutKey')}</p>}
      {options.byEmail && !options.endToEnd && (
        <MailNote
          value={options.emailMessage}
          maxLength={limits.emailMessage}
          leaksPassword={leak === 'emailMessage'}
          onChange={(emailMessage) => onChange({ emailMessage })}
        />
      )}
    </>
  )
}

/** Password, number of downloads, and the sender's own key. */
function Opening({ config, sender, options, onChange, ...key }: OptionFieldsProps) {
  const { password, deleteAfterDownload, encryptionMethod, endToEnd } = options
  const isOwnKey = !endToEnd && encryptionLabel(encryptionMethod).level !== undefined
  return (
    <>
      {config.endToEnd.allowed && (
        <EndToEnd
          isOn={endToEnd}
          setBy={config.rules?.endToEndAlways ? config.rules.by : undefined}
          // A password that was typed for the one is not sent by the other.
          onSwitch={(isOn) => onChange({ endToEnd: isOn, password: '' })}
        />
      )}
      <PasswordOption
        label={t('options.password')}
        value={password}
        minLength={config.filePassword.minLength}
        required={config.filePassword.required && !isOwnKey}
        onChange={(password) => onChange({ password })}
      />
      {endToEnd && <p className="hint">{t('options.passwordStays')}</p>}
      <SetBy rules={['filePassword', 'filePasswordLength']} />
      {mayBeOnce(config.rules) && (
        <Switch
          className="switch-label"
          label={t('options.deleteAfterDownload')}
          checked={deleteAfterDownload}
          onSwitch={(isOn) => onChange({ deleteAfterDownload: isOn })}
        />
      )}
      {!deleteAfterDownload && <UsualDownloads rules={config.rules} />}
      {sender.signedIn && !endToEnd && (
        <OnlyMe
          isOwnKey={isOwnKey}
          hasPassword={password !== ''}
          onSwitch={(isOn) =>
            onChange({ encryptionMethod: isOn ? ownKeyMethod : startOptions(config).encryptionMethod })
          }
        />
      )}
      {sender.signedIn && isOwnKey && (
        <QuantumNotes
          method={encryptionMethod}
          passwordProtected={password !== ''}
          missing={key.missingKey}
          onMissing={key.onMissingKey}
          onMakeKey={key.onMakeKey}
        />
      )}
    </>
  )
}

/** Number of downloads that a rule gives a link where its sender chooses none. */
function UsualDownloads({ rules }: Pick<ServiceConfig, 'rules'>) {
  const count = rules?.downloadLimit.usual
  if (count == null) return null
  return (
    <div>
      <p className="strong">{t('options.downloads', { count })}</p>
      <SetBy rules={['downloadLimit']} />
    </div>
  )
}

/** The title and the name of the sender, and all encryption methods. */
function Further({ config, sender, suggestedTitle, options, onChange }: OptionFieldsProps) {
  return (
    <>
      <FoldedOptions name={t('options.more')} content={t('options.moreOf')}>
        <NameOptions
          limits={config.limits}
          options={options}
          suggestedTitle={suggestedTitle}
          onChange={onChange}
        />
      </FoldedOptions>
      {!options.endToEnd && (
        <FoldedOptions name={t('options.advanced')} content={t('options.encryption')}>
          <EncryptionMethods
            methods={config.encryptionMethods}
            sender={sender}
            value={options.encryptionMethod}
            onChange={(encryptionMethod) => onChange({ encryptionMethod })}
          />
        </FoldedOptions>
      )}
    </>
  )
}
