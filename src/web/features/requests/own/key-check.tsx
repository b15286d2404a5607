import { t } from '#web/i18n/t.ts'

/** Words of the owner's key, folded: only people who compare keys need them. */
export function KeyCheck({ words }: { words: readonly string[] }) {
  return (
    <details className="key-check">
      <summary>{t('requests.checkKey')}</summary>
      <p className="strong" lang="en" translate="no">
        {words.join(' ')}
      </p>
      <p className="hint">{t('requests.keyHint')}</p>
    </details>
  )
}
