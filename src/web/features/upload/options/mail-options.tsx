import { useId } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import { t } from '../../../i18n/t.ts'
import type { TransferOptions } from '../../../transfers/engine/transfer-options.ts'
import { RecipientsField } from './recipients-field.tsx'
import { TextOption } from './text-option.tsx'

type Props = {
  limits: ServiceConfig['limits']
  options: TransferOptions
  leaksPassword: boolean
  onChange: (part: Partial<TransferOptions>) => void
}

/** Who gets a mail with the link once the upload is done, and what it says. */
export default function MailOptions({ limits, options, leaksPassword, onChange }: Props) {
  const id = useId()
  return (
    <div className="stack-s mail-options">
      <RecipientsField
        value={options.recipients}
        most={limits.recipients}
        onChange={(recipients) => onChange({ recipients })}
      />
      <div className="field">
        <label htmlFor={id}>{t('mail.senderName')}</label>
        <input
          id={id}
          className="input"
          autoComplete="name"
          placeholder={t('options.optional')}
          maxLength={limits.senderName}
          value={options.senderName}
          onChange={(event) => onChange({ senderName: event.target.value })}
        />
      </div>
      <TextOption
        label={t('mail.message')}
        value={options.emailMessage}
        maxLength={limits.emailMessage}
        leaksPassword={leaksPassword}
        onChange={(emailMessage) => onChange({ emailMessage })}
      />
    </div>
  )
}
