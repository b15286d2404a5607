import type { OwnKey, ServiceKeyAlgorithm } from '#contract/accounts/keys.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { encryptionLabel } from '../../i18n/format/encryption-label.ts'
import { formatDate } from '../../i18n/format/format.ts'
import { t } from '../../i18n/t.ts'
import { fingerprintText } from '../../ui/facts/fingerprint-text.ts'
import { keyName } from './key-text.ts'

export type KeyAct = 'make' | 'change-password' | 'delete'

type Props = {
  algorithm: ServiceKeyAlgorithm
  /** Undefined where there is none yet. */
  pair: OwnKey | undefined
  onAct: (act: KeyAct) => void
}

/** The key pair of one method, or that there is none. */
export function KeyRow({ algorithm, pair, onAct }: Props) {
  const name = keyName(algorithm)
  const { level } = encryptionLabel(algorithm)
  return (
    <li>
      <div>
        <b>{name}</b>{' '}
        <span className="muted small">
          {level === undefined ? t('keys.rsaSoon') : t('options.level', { level })}
        </span>
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
              <dd className="num">{fingerprintText(pair.fingerprint)}</dd>
            </div>
          </dl>
        ) : (
          <p className="small muted">{t('keys.none')}</p>
        )}
      </div>
      <div className="key-acts">
        {pair ? (
          <>
            <Button
              variant="quiet"
              aria-label={t('keys.changeOf', { name })}
              onClick={() => onAct('change-password')}
            >
              {t('keys.change')}
            </Button>
            <Button
              variant="quiet-danger"
              aria-label={t('keys.deleteOf', { name })}
              onClick={() => onAct('delete')}
            >
              {t('keys.delete')}
            </Button>
          </>
        ) : (
          <Button aria-label={t('keys.generateOf', { name })} onClick={() => onAct('make')}>
            {t('keys.generate')}
          </Button>
        )}
      </div>
    </li>
  )
}
