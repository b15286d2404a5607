import { useSession } from '#web/accounts/session.ts'
import { t } from '#web/i18n/t.ts'
import { untilText } from '#web/ui/lists/until-text.ts'
import { clockNow } from '#web/ui/time/clock.ts'
import { endOf, type RequestDraft } from './request-draft.ts'

/** Names of the checklist that are shown one by one. */
const maxNames = 3

/** The page of the visitors, small. Decoration only: its text is in the form. */
export function RequestPreview({ draft, checklist }: { draft: RequestDraft; checklist: readonly string[] }) {
  const session = useSession()
  const name = session.status === 'user' ? session.user.username : ''
  const end = endOf(draft)
  return (
    <aside className="make-preview" aria-label={t('requests.preview')}>
      <p className="small muted strong">{t('requests.preview')}</p>
      <div className="mini-page">
        <p className="mini-from">
          <span className="avatar" aria-hidden="true">
            {name.slice(0, 1).toUpperCase()}
          </span>
          {t('requests.asksYou', { name })}
        </p>
        <p className="mini-title break">{draft.title || t('requests.what')}</p>
        {draft.instructions && <p className="lines break">{draft.instructions}</p>}
        <div className="box">
          <span>{t('upload.dropHere')}</span>
          <span className="slot" aria-hidden="true" />
        </div>
        {checklist.length > 0 && (
          <ul>
            {checklist.slice(0, maxNames).map((item) => (
              <li key={item} className="break">
                {item}
              </li>
            ))}
            {checklist.length > maxNames && (
              <li className="muted">{t('requests.andMore', { count: checklist.length - maxNames })}</li>
            )}
          </ul>
        )}
        {Number.isFinite(end) && <p className="muted">{untilText('open', end, clockNow())}</p>}
      </div>
    </aside>
  )
}
