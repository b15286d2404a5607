import { type SubmitEvent, useEffect, useId, useRef } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import { endOfLife } from '../../i18n/end-of-life.ts'
import { t } from '../../i18n/t.ts'
import { Icon } from '../../ui/icon.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useNow } from '../../ui/use-now.ts'
import { EncryptionMethods } from './encryption-methods.tsx'
import { ExpiryChips } from './expiry-chips.tsx'
import type { TransferOptions } from './transfer-options.ts'

type Props = {
  config: ServiceConfig
  files: number
  /** Why the last try failed, or nothing. */
  problem: string
  /** Whether an upload ended here without a link; the panel then takes the focus. */
  cameBack: boolean
  options: TransferOptions
  onChange: (options: TransferOptions) => void
  onSend: () => void
}

/** What becomes of the files, and the button that sends them. */
export function OptionsPanel({ config, files, problem, cameBack, options, onChange, onSend }: Props) {
  const id = useId()
  const alert = useRef<HTMLParagraphElement>(null)
  const sendButton = useRef<HTMLButtonElement>(null)
  const now = useNow(0)
  const lifetime = config.expiryOptions.find(({ value }) => value === options.expiresIn)?.duration ?? 0
  const tooMany = files > 1 && !config.severalFiles

  useEffect(() => {
    if (cameBack) (alert.current ?? sendButton.current)?.focus()
  }, [cameBack])
  function change(part: Partial<TransferOptions>) {
    onChange({ ...options, ...part })
  }
  function send(event: SubmitEvent) {
    event.preventDefault()
    onSend()
  }
  return (
    <form className="slip opts" aria-label={t('options.label')} onSubmit={send}>
      <fieldset className="group">
        <legend>{t('options.expiresIn')}</legend>
        <ExpiryChips
          options={config.expiryOptions}
          value={options.expiresIn}
          onChange={(expiresIn) => change({ expiresIn })}
        />
        <p className="hint bar-row between gap-row">
          <span className="strong">{t('options.deleted', { when: endOfLife(now + lifetime, now) })}</span>
          <span>
            <span className="badge badge-pro">{t('badge.pro')}</span> {t('options.proSoon')}
          </span>
        </p>
      </fieldset>
      <div className="group">
        <div className="field">
          <label htmlFor={`${id}-password`}>{t('options.password')}</label>
          <PasswordField
            id={`${id}-password`}
            autoComplete="new-password"
            placeholder={t('options.optional')}
            maxLength={config.limits.filePassword}
            value={options.password}
            onChange={(event) => change({ password: event.target.value })}
          />
        </div>
        <div className="field">
          <label htmlFor={`${id}-message`}>{t('file.message')}</label>
          <textarea
            id={`${id}-message`}
            className="input"
            maxLength={config.limits.description}
            aria-describedby={`${id}-count`}
            value={options.description}
            onChange={(event) => change({ description: event.target.value })}
          />
          <span className="hint num xs counter" id={`${id}-count`}>
            {options.description.length} / {config.limits.description}
          </span>
        </div>
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
        <EncryptionMethods methods={config.encryptionMethods} />
      </div>
      <div className="go">
        {(problem || tooMany) && (
          <p className="hint-bad" role="alert" ref={alert} tabIndex={-1}>
            <Icon name="warning" />
            <span>{tooMany ? t('upload.oneFileOnly') : problem}</span>
          </p>
        )}
        <button ref={sendButton} className="btn btn-primary btn-l btn-wide" type="submit" disabled={tooMany}>
          <Icon name="upload" />
          {t('upload.send', { files })}
        </button>
      </div>
    </form>
  )
}
