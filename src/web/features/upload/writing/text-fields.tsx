import '../options/option-fields.css'
import { t, textWith } from '#web/i18n/t.ts'
import { SetBy } from '#web/service/set-by.tsx'
import { mayBeOnce } from '#web/transfers/engine/transfer-options.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { ExpiryChips } from '../options/expiry-chips.tsx'
import type { OptionFieldsProps } from '../options/option-fields.tsx'
import { NameOptions, PasswordOption } from '../options/text-options.tsx'

/** The options of a text: those of files that make sense without them. That it is sealed is a fact, no choice. */
export function TextFields({ config, sender, options, onChange }: OptionFieldsProps) {
  const { rules, filePassword } = config
  return (
    <>
      <div className="group">
        <div className="two-up">
          <NameOptions limits={config.limits} options={options} suggestedTitle="" onChange={onChange} />
        </div>
      </div>
      <ExpiryChips config={config} sender={sender} options={options} onChange={onChange} />
      <div className="group">
        <p className="small sealed-fact">
          <PanelIcon name="key" />
          <span>{textWith('sealing.fact', { label: <b>{t('options.endToEnd')}</b> })}</span>
        </p>
        <PasswordOption
          label={t('file.password')}
          value={options.password}
          minLength={filePassword.minLength}
          required={filePassword.required}
          onChange={(password) => onChange({ password })}
        />
        <p className="hint">{t('options.passwordStays')}</p>
        <SetBy rules={['filePassword', 'filePasswordLength']} />
        {mayBeOnce(rules) && (
          <Switch
            className="switch-label"
            label={t('sealing.once')}
            checked={options.deleteAfterDownload}
            onSwitch={(isOn) => onChange({ deleteAfterDownload: isOn })}
          />
        )}
      </div>
    </>
  )
}
