import './expiry-chips.css'
import type { ServiceConfig } from '#contract/service.ts'
import { endOfLife, formatDuration } from '#web/i18n/format/format.ts'
import type { TransferOptions } from '#web/transfers/engine/transfer-options.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import type { Sender } from '../../../accounts/session.ts'
import { t } from '../../../i18n/t.ts'
import { SetBy } from '../../../service/set-by.tsx'
import { useNow } from '../../../ui/time/clock.ts'

type Props = {
  config: Pick<ServiceConfig, 'expiryOptions' | 'defaultExpiry' | 'plans'>
  sender: Sender
  options: TransferOptions
  onChange: (part: Partial<TransferOptions>) => void
}

/** Native radios, what everyone may choose and below it what Pro accounts may, and the hour it all comes to. */
export function ExpiryChips({ config, sender, options, onChange }: Props) {
  const now = useNow()
  const chosen = config.expiryOptions.find(({ value }) => value === options.expiresIn)
  const proDurations = config.expiryOptions.filter(({ pro }) => pro).map(({ duration }) => duration)
  const hasPro = proDurations.length > 0 && (sender.isPro || config.plans !== 'hidden')
  function switchPro(proPlan: boolean) {
    onChange({ proPlan, expiresIn: !proPlan && chosen?.pro ? config.defaultExpiry : options.expiresIn })
  }
  return (
    <fieldset className="group">
      <legend>{t('options.expiresIn')}</legend>
      {(hasPro ? [false, true] : [false]).map((pro) => (
        <div className="chips" key={String(pro)}>
          {config.expiryOptions
            .filter((option) => option.pro === pro)
            .map(({ value, duration }) => (
              <label className="chip" key={value}>
                <input
                  type="radio"
                  name="expiresIn"
                  disabled={pro && !sender.isPro}
                  checked={value === options.expiresIn}
                  onChange={() => onChange({ expiresIn: value, proPlan: pro || options.proPlan })}
                />
                <span>{formatDuration(duration, 'narrow')}</span>
              </label>
            ))}
        </div>
      ))}
      <div className="hint bar-row between gap-row">
        <span className="strong">
          {t('options.deleted', { when: endOfLife(now + (chosen?.duration ?? 0), now) })}
        </span>
        {hasPro && (
          <Switch
            className="switch-small"
            label={
              <>
                {config.plans !== 'hidden' && (
                  <>
                    <span className="badge badge-pro">{t('badge.pro')}</span>{' '}
                  </>
                )}
                {sender.isPro
                  ? t('options.proLonger', { from: formatDuration(Math.min(...proDurations), 'long') })
                  : t('options.proSoon')}
              </>
            }
            disabled={!sender.isPro}
            checked={options.proPlan}
            onSwitch={switchPro}
          />
        )}
      </div>
      <SetBy rules={['expiryOptions', 'defaultExpiry', 'longestLife']} />
    </fieldset>
  )
}
