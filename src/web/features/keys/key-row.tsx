import type { ReactNode } from 'react'
import type { OwnKey, ServiceKeyAlgorithm } from '#contract/accounts/keys.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { encryptionLabel } from '../../i18n/format/encryption-label.ts'
import { formatDate } from '../../i18n/format/format.ts'
import { t } from '../../i18n/t.ts'
import { fingerprintText } from '../../ui/facts/fingerprint-text.ts'
import { keyName } from './key-text.ts'

export type KeyAct = 'make' | 'change-password' | 'delete'

type Pair = {
  /** Undefined where there is none yet. */
  pair: OwnKey | undefined
}

type KeyRowProps = Pair & { algorithm: ServiceKeyAlgorithm; onAct: (act: KeyAct) => void }

/** The key pair of one method, or that there is none. */
export function KeyRow({ algorithm, pair, onAct }: KeyRowProps) {
  const name = keyName(algorithm)
  const { level } = encryptionLabel(algorithm)
  return (
    <Row
      name={name}
      about={level === undefined ? t('keys.rsaSoon') : t('options.level', { level })}
      pair={pair}
      facts={({ fingerprint }) => <Fingerprint>{fingerprintText(fingerprint)}</Fingerprint>}
      onMake={() => onAct('make')}
      onDelete={() => onAct('delete')}
    >
      <Button
        variant="quiet"
        aria-label={t('keys.changeOf', { name })}
        onClick={() => onAct('change-password')}
      >
        {t('keys.change')}
      </Button>
    </Row>
  )
}

type Acts = { onMake: () => void; onDelete: () => void }

/** The key of requests that are locked in the sender's browser, or that there is none. */
export function RequestKeyRow({ pair, ...acts }: Pair & Acts) {
  return (
    <Row
      name={t('requestKey.name')}
      about={t('requestKey.about')}
      pair={pair}
      facts={({ words, encryptedPrivateKey }) => (
        <>
          <Fingerprint>
            <span lang="en" translate="no">
              {words.join(' ')}
            </span>
          </Fingerprint>
          <div>
            <dd className="muted">{t(encryptedPrivateKey ? 'requestKey.kept' : 'requestKey.notKept')}</dd>
          </div>
        </>
      )}
      {...acts}
    />
  )
}

type RowProps = Pair &
  Acts & {
    name: string
    about: string
    /** Facts of the pair, after the date it was made. */
    facts: (pair: OwnKey) => ReactNode
    /** Buttons for a pair, before the one that deletes it. */
    children?: ReactNode
  }

function Row({ name, about, pair, facts, children, onMake, onDelete }: RowProps) {
  return (
    <li>
      <div>
        <b>{name}</b> <span className="muted small">{about}</span>
        {pair ? (
          <dl className="small">
            <div>
              <dt>{t('keys.madeOn')}</dt>
              <dd>
                <time dateTime={pair.createdAt}>{formatDate(Date.parse(pair.createdAt))}</time>
              </dd>
            </div>
            {facts(pair)}
          </dl>
        ) : (
          <p className="small muted">{t('keys.none')}</p>
        )}
      </div>
      <div className="key-acts">
        {pair ? (
          <>
            {children}
            <Button variant="quiet-danger" aria-label={t('keys.deleteOf', { name })} onClick={onDelete}>
              {t('keys.delete')}
            </Button>
          </>
        ) : (
          <Button aria-label={t('keys.generateOf', { name })} onClick={onMake}>
            {t('keys.generate')}
          </Button>
        )}
      </div>
    </li>
  )
}

function Fingerprint({ children }: { children: ReactNode }) {
  return (
    <div>
      <dt>{t('keys.fingerprint')}</dt>
      <dd className="num">{children}</dd>
    </div>
  )
}
