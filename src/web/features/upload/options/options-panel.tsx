import './options-panel.css'
import { type ComponentType, type SubmitEvent, useEffect, useState } from 'react'
import type { MlKemAlgorithm } from '#contract/accounts/keys.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import { endOfLife } from '#web/i18n/format/format.ts'
import { recipientsOf, type TransferOptions } from '#web/transfers/engine/transfer-options.ts'
import type { Sender } from '../../../accounts/session.ts'
import { t } from '../../../i18n/t.ts'
import { usePhone } from '../../../ui/browser/use-phone.ts'
import { checkForm } from '../../../ui/forms/check-form.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { announce } from '../../../ui/messages/announce.tsx'
import type { OptionFieldsProps } from './option-fields.tsx'
import { SendBar } from './send-bar.tsx'

const OptionsSheet = lazyPart(() => import('./options-sheet.tsx'))

/** Makes a key pair for a method, as the page is given it. */
export type KeyDialogComponent = ComponentType<{
  algorithm: MlKemAlgorithm
  onMade: () => void
  onClose: () => void
}>

type Props = {
  /** The fields of the options, which a sheet holds on a phone. */
  Fields: ComponentType<OptionFieldsProps>
  config: ServiceConfig
  sender: Sender
  options: TransferOptions
  /** Title until another is typed. */
  suggestedTitle: string
  /** How many are sent; a text is none. */
  files: number
  /** Problems of the selection or the last attempt. */
  problems: readonly string[]
  /** The selection cannot be sent as it is. */
  blocked: boolean
  /** Whether an upload ended here without a link. */
  cameBack: boolean
  onChange: (options: TransferOptions) => void
  onSend: () => void
  KeyDialog: KeyDialogComponent
}

/** Options of the transfer, and the button that sends it. On a phone the options are one line, and a sheet changes them. */
export function OptionsPanel({ Fields, options, onChange, onSend, KeyDialog, ...rest }: Props) {
  const { config, sender, suggestedTitle, files, ...bar } = rest
  const [missingKey, setMissingKey] = useState<MlKemAlgorithm>()
  const [makingKey, setMakingKey] = useState(false)
  const [sheetOpen, setSheetOpen] = useState(false)
  const phone = usePhone()
  const recipients = recipientsOf(options)
  const summary = optionsText(options, config)
  const toPeople = recipients.length > 0 && t('mail.send', { count: recipients.length })
  const sendText = options.text === undefined ? t('upload.send', { files }) : t('sealing.createLink')
  useEffect(() => {
    if (!phone) setSheetOpen(false)
  }, [phone])
  function change(part: Partial<TransferOptions>) {
    onChange({ ...options, ...part })
  }
  const isPostQuantum = !options.endToEnd && encryptionLabel(options.encryptionMethod).level !== undefined
  const isOpen = options.password === '' && !isPostQuantum
  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    if (!checkForm(event.currentTarget)) return
    // Opens the sheet on a phone, where a missing field would otherwise stay hidden.
    const isMissing = (options.byEmail && recipients.length === 0) || (isOpen && config.filePassword.required)
    if (isMissing) setSheetOpen(phone)
    else if (missingKey) setMakingKey(true)
    else onSend()
  }
  function keyIsMissing(missing: MlKemAlgorithm | undefined) {
    setMissingKey(missing)
    setMakingKey(missing !== undefined)
  }
  function keyIsMade() {
    keyIsMissing(undefined)
    announce(t('keys.ready'))
  }
  function closeSheet() {
    setSheetOpen(false)
    announce(summary)
  }
  const fields = {
    config,
    sender,
    options,
    suggestedTitle,
    missingKey,
    onChange: change,
    onMissingKey: keyIsMissing,
    onMakeKey: () => setMakingKey(true),
  }
  return (
    <>
      <form noValidate className="card opts" aria-label={t('options.label')} onSubmit={send}>
        {!phone && (
          <div className="groups">
            <Fields {...fields} />
          </div>
        )}
        {/* Sending is blocked while files are being examined: they would be left behind. */}
        <SendBar
          {...bar}
          isText={options.text !== undefined}
          text={toPeople || sendText}
          warning={isPostQuantum && options.password === '' ? t('options.onlyYou') : ''}
          summary={phone ? summary : ''}
          asksTerms={config.termsPrompt === 'at-upload'}
          onOptions={() => setSheetOpen(true)}
        />
      </form>
      {sheetOpen && <OptionsSheet {...fields} Fields={Fields} onClose={closeSheet} />}
      {missingKey && makingKey && (
        <KeyDialog algorithm={missingKey} onMade={keyIsMade} onClose={() => setMakingKey(false)} />
      )}
    </>
  )
}

/** The options in one line: when it is deleted, what it takes to open it, and who gets a mail. */
function optionsText(
  options: TransferOptions,
  { expiryOptions }: Pick<ServiceConfig, 'expiryOptions'>,
): string {
  const now = Date.now()
  const duration = expiryOptions.find(({ value }) => value === options.expiresIn)?.duration ?? 0
  const recipients = recipientsOf(options).length
  return [
    t('options.deleted', { when: endOfLife(now + duration, now) }),
    ...(options.endToEnd ? [t('options.sealedShort')] : []),
    ...(options.password !== ''
      ? [t('options.withPassword')]
      : options.endToEnd
        ? []
        : [t('options.noPassword')]),
    ...(options.text !== undefined && options.deleteAfterDownload ? [t('sealing.onceShort')] : []),
    ...(recipients > 0 ? [t('mail.recipients', { count: recipients })] : []),
  ].join(' · ')
}
