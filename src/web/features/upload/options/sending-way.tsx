import { Drawing } from '#web/ui/icons/icon.tsx'
import { t } from '../../../i18n/t.ts'

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
