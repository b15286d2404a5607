import type { KeyFiles } from '#contract/accounts/keys.ts'
import { endOfLife } from '../../i18n/format/moments.ts'
import { t } from '../../i18n/t.ts'
import { useNow } from '../../ui/time/clock.ts'

const MINUTE = 60_000

/** Effect of deleting a key pair on the files that it opens. */
export function LostFiles({ files: { lost, lostCount, keptCount } }: { files: KeyFiles }) {
  const now = useNow({ every: MINUTE })
  const more = lostCount - lost.length
  return (
    <div className="stack-s">
      <p>{t('keys.lost', { count: lostCount })}</p>
      {lost.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and so has to be reached by keyboard
        <ul className="lost-files" tabIndex={0} aria-label={t('keys.lostFiles')}>
          {lost.map(({ id, filename, expiresAt }) => (
            <li key={id}>
              <span className="break strong">{filename}</span>{' '}
              <time className="small muted" dateTime={expiresAt}>
                {t('time.expires', { when: endOfLife(Date.parse(expiresAt), now) })}
              </time>
            </li>
          ))}
          {more > 0 && <li>{t('keys.lostMore', { count: more })}</li>}
        </ul>
      )}
      {keptCount > 0 && <p>{t('keys.kept', { count: keptCount })}</p>}
    </div>
  )
}
