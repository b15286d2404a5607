import { useId } from 'react'
import { t } from '#web/i18n/t.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { SetByRule } from '../../../service/set-by.tsx'

type Props = {
  isOn: boolean
  /** Whose rule demands it; undefined where people choose. */
  setBy: string | undefined
  onSwitch: (isOn: boolean) => void
}

/** Encrypts in this browser; with what that costs. Without TLS browsers have nothing to encrypt with. */
export function EndToEnd({ isOn, setBy, onSwitch }: Props) {
  const id = useId()
  if (!('subtle' in crypto)) return null
  return (
    <>
      {setBy === undefined ? (
        <Switch
          className="switch-label"
          label={t('options.endToEnd')}
          aria-describedby={id}
          checked={isOn}
          onSwitch={onSwitch}
        />
      ) : (
        <SetByRule label={t('options.endToEnd')} by={setBy} />
      )}
      <p className="hint" id={id}>
        {t('options.endToEndAbout')}
      </p>
    </>
  )
}
