import { t } from '#web/i18n/t.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { Drawing } from '#web/ui/icons/icon.tsx'
import { SetByRule } from '../../../../service/set-by.tsx'

const drawings = {
  link: 'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7l-1.4 1.4M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.7 5.7l1.4-1.4',
  mail: 'M3.5 6h17v12.5h-17zM4 7l8 6 8-6',
} as const

type Props = { byEmail: boolean; mailServer: boolean; onChange: (byEmail: boolean) => void }

/** One choice of two: the sender passes the link on, or the service mails it. */
export function SendingWay({ byEmail, mailServer, onChange }: Props) {
  return (
    <fieldset>
      <legend className="vh">{t('options.how')}</legend>
      <div className="way">
        <label>
          <input type="radio" name="way" checked={!byEmail} onChange={() => onChange(false)} />
          <span>
            <Drawing path={drawings.link} />
            {t('options.getLink')}
          </span>
        </label>
        <label>
          <input type="radio" name="way" checked={byEmail} onChange={() => onChange(true)} />
          <span>
            <Drawing path={drawings.mail} />
            {t('mail.sendByEmail')}
          </span>
        </label>
      </div>
      {byEmail && !mailServer && (
        <p className="hint" role="status">
          {t('mail.off')}
        </p>
      )}
    </fieldset>
  )
}

type OwnLinksProps = {
  ownLinks: boolean
  codes: boolean
  /** Name of those whose rule demands a code for everyone; undefined where senders choose. */
  setBy: string | undefined
  /** How many people may have a link of their own; where the sender has no account, those always need a code. */
  most: number
  signedIn: boolean
  onChange: (part: { readonly ownLinks?: boolean; readonly codes?: boolean }) => void
}

/** Whether each person gets a link of their own, and whether it opens only for them. */
export function OwnLinks({ ownLinks, codes, setBy, most, signedIn, onChange }: OwnLinksProps) {
  if (setBy !== undefined) return <SetByRule label={t('mail.codes')} by={setBy} />
  return (
    <>
      <Switch
        className="switch-label"
        label={t('mail.ownLinks')}
        checked={ownLinks}
        onSwitch={(isOn) => onChange({ ownLinks: isOn })}
      />
      {ownLinks && signedIn && (
        <Switch
          className="switch-label"
          label={t('mail.codes')}
          checked={codes}
          onSwitch={(isOn) => onChange({ codes: isOn })}
        />
      )}
      {ownLinks && !signedIn && <p className="hint">{t('mail.codesAlways', { most })}</p>}
    </>
  )
}
