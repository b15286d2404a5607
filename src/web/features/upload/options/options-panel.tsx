import './options-panel.css'
import { type ComponentType, type ReactNode, type SubmitEvent, useState } from 'react'
import type { MlKemAlgorithm } from '#contract/accounts/keys.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { encryptionLabel } from '#web/i18n/format/encryption-label.ts'
import type { Sender } from '../../../accounts/sender.ts'
import { t } from '../../../i18n/t.ts'
import { findLeakedPassword, type TransferOptions } from '../../../transfers/engine/transfer-options.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { announce } from '../../../ui/messages/announce.tsx'
import { EncryptionMethods } from './encryption-methods.tsx'
import { ExpiryChips } from './expiry-chips.tsx'
import { MailGroup } from './mail-group.tsx'
import { PasswordOption } from './password-option.tsx'
import { TextOption } from './text-option.tsx'

const QuantumNotes = lazyPart(() => import('./quantum-notes.tsx'))

/** Makes a key pair for a method, as the page is given it. */
export type KeyDialogComponent = ComponentType<{
  algorithm: MlKemAlgorithm
  onMade: () => void
  onClose: () => void
}>

type Props = {
  config: ServiceConfig
  sender: Sender
  options: TransferOptions
  onChange: (options: TransferOptions) => void
  onSend: () => void
  KeyDialog: KeyDialogComponent
  /** What sends it all, and why that failed. */
  children: ReactNode
}

/** What becomes of the files. */
export function OptionsPanel({ config, sender, options, onChange, onSend, KeyDialog, children }: Props) {
  const [missingKey, setMissingKey] = useState<MlKemAlgorithm>()
  const [makingKey, setMakingKey] = useState(false)
  const { limits } = config
  const told = findLeakedPassword(options)
  function change(part: Partial<TransferOptions>) {
    onChange({ ...options, ...part })
  }
  function send(event: SubmitEvent) {
    event.preventDefault()
    if (missingKey) setMakingKey(true)
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
  return (
    <>
      <form className="card opts" aria-label={t('options.label')} onSubmit={send}>
        <ExpiryChips config={config} sender={sender} options={options} onChange={change} />
        <div className="group">
          <PasswordOption
            value={options.password}
            maxLength={limits.filePassword}
            onChange={(password) => change({ password })}
          />
          <TextOption
            label={t('file.message')}
            value={options.description}
            maxLength={limits.description}
            leaksPassword={told === 'description'}
            onChange={(description) => change({ description })}
          />
        </div>
        <div className="group tight">
          <label className="switch switch-label">
            <span>{t('options.deleteAfterDownload')}</span>
            <input
              type="checkbox"
              role="switch"
              aria-checked={options.deleteAfterDownload}
              checked={options.deleteAfterDownload}
              onChange={(event) => change({ deleteAfterDownload: event.target.checked })}
            />
          </label>
        </div>
        <div className="group tight">
          <EncryptionMethods
            methods={config.encryptionMethods}
            sender={sender}
            value={options.encryptionMethod}
            onChange={(encryptionMethod) => change({ encryptionMethod })}
          />
          {sender.signedIn && encryptionLabel(options.encryptionMethod).level !== undefined && (
            <QuantumNotes
              method={options.encryptionMethod}
              passwordProtected={options.password !== ''}
              missing={missingKey}
              onMissing={keyIsMissing}
              onMakeKey={() => setMakingKey(true)}
            />
          )}
        </div>
        {config.mailEnabled && (
          <MailGroup
            limits={limits}
            options={options}
            leaksPassword={told === 'emailMessage'}
            onChange={change}
          />
        )}
        {children}
      </form>
      {missingKey && makingKey && (
        <KeyDialog algorithm={missingKey} onMade={keyIsMade} onClose={() => setMakingKey(false)} />
      )}
    </>
  )
}
