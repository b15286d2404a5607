import { useId } from 'react'
import { t } from '#web/i18n/t.ts'
import { Switch } from '#web/ui/controls/switch.tsx'

type Props = {
  /** Whether the method locks files to the sender's own key. */
  isOwnKey: boolean
  /** Whether a file password opens it, too: then it is open to others. */
  hasPassword: boolean
  onSwitch: (isOn: boolean) => void
}

/** Locks what is sent to the sender's own key, in one step. */
export function OnlyMe({ isOwnKey, hasPassword, onSwitch }: Props) {
  const id = useId()
  return (
    <>
      <Switch
        className="switch-label"
        label={t('options.onlyMe')}
        aria-describedby={hasPassword && !isOwnKey ? id : undefined}
        checked={isOwnKey && !hasPassword}
        disabled={hasPassword}
        onSwitch={onSwitch}
      />
      {hasPassword && !isOwnKey && (
        <p className="hint" id={id}>
          {t('options.onlyMePassword')}
        </p>
      )}
    </>
  )
}
