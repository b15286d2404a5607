import type { OwnKey } from '#contract/accounts/keys.ts'
import { formatDate } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'

/** The key of requests that are locked in the sender's browser, or that there is none. */
export function RequestKeyRow({
  pair,
  onMake,
  onDelete,
}: {
  pair: OwnKey | undefined
  onMake: () => void
  onDelete: () => void
}) {
  const name = t('requestKey.name')
  return (
    <li>
      <div>
        <b>{name}</b> <span className="muted small">{t('requestKey.about')}</span>
        {pair ? (
          <dl className="small">
            <div>
              <dt>{t('keys.madeOn')}</dt>
              <dd>
                <time dateTime={pair.createdAt}>{formatDate(Date.parse(pair.createdAt))}</time>
              </dd>
            </div>
            <div>
              <dt>{t('keys.fingerprint')}</dt>
              <dd>
                <span lang="en" translate="no">
                  {pair.words.join(' ')}
                </span>
              </dd>
            </div>
            <div>
              <dd className="muted">
                {t(pair.encryptedPrivateKey ? 'requestKey.kept' : 'requestKey.notKept')}
              </dd>
            </div>
          </dl>
        ) : (
          <p className="small muted">{t('keys.none')}</p>
        )}
      </div>
      <div className="key-acts">
        {pair ? (
          <Button variant="quiet-danger" aria-label={t('keys.deleteOf', { name })} onClick={onDelete}>
            {t('keys.delete')}
          </Button>
        ) : (
          <Button aria-label={t('keys.generateOf', { name })} onClick={onMake}>
            {t('keys.generate')}
          </Button>
        )}
      </div>
    </li>
  )
}
