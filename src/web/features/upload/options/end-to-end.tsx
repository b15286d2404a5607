import { useId } from 'react'
import { t } from '#web/i18n/t.ts'
import { Switch } from '#web/ui/controls/switch.tsx'

type Props = { isOn: boolean; onSwitch: (isOn: boolean) => void }

/** Encrypts in this browser; with what that costs. Without TLS browsers have nothing to encrypt with. */
export function EndToEnd({ isOn, onSwitch }: Props) {
  const id = useId()
  if (!('subtle' in crypto)) return null
  return (
    <>
      <Switch
        className="switch-label"
        label={t('options.endToEnd')}
        aria-describedby={id}
        checked={isOn}
        onSwitch={onSwitch}
      />
      <p className="hint" id={id}>
        {t('options.endToEndAbout')}
      </p>
    </>
  )
}
