import { useEffect, useEffectEvent } from 'react'
import { mlKemOf } from '#contract/accounts/key-algorithms.ts'
import type { MlKemAlgorithm } from '#contract/accounts/keys.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { client } from '../../../accounts/client.ts'
import { t } from '../../../i18n/t.ts'

type Props = {
  /** A post-quantum encryption method. */
  method: string
  passwordProtected: boolean
  /** The method whose key pair the sender does not have. */
  missing: MlKemAlgorithm | undefined
  /** Told whenever that has been found out. */
  onMissing: (missing: MlKemAlgorithm | undefined) => void
  onMakeKey: () => void
}

/** Checks whether the sender has the key pair of a method, and explains encrypting a file for it. */
export default function QuantumNotes({ method, passwordProtected, missing, onMissing, onMakeKey }: Props) {
  const tell = useEffectEvent(onMissing)
  useEffect(() => {
    const stop = new AbortController()
    client
      .call('keys', { signal: stop.signal })
      .then(({ keys }) => {
        if (!stop.signal.aborted && !keys.some(({ algorithm }) => algorithm === method)) tell(mlKemOf(method))
      })
      // Failures are ignored: the upload itself reports a missing key.
      .catch(() => {})
    return () => {
      stop.abort()
      tell(undefined)
    }
  }, [method])
  return (
    <div className="stack-s quantum-notes">
      {missing && (
        <div className="note note-warn">
          <Icon name="warning" />
          <div>
            <p>{t('options.keyMissing')}</p>
            <Button onClick={onMakeKey}>{t('options.makeKey')}</Button>
          </div>
        </div>
      )}
      {passwordProtected && (
        <p className="note">
          <Icon name="lock" />
          {t('options.youAndPassword')}
        </p>
      )}
    </div>
  )
}
