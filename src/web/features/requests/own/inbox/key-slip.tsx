import type { OwnRequest } from '#contract/requests/requests.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { fingerprintText } from '#web/ui/facts/fingerprint-text.ts'
import { Drawing, Icon } from '#web/ui/icons/icon.tsx'
import { KeyCheck } from '../key-check.tsx'
import { linkOf } from '../request-link.ts'
import { lockText } from '../request-text.ts'

const printer = 'M7 8.5V4h10v4.5M7 16H4V8.5h16V16h-3M7 13.5h10V20H7z'

/** Which key locks what arrives, in words that visitors can compare; the owner can print it. */
export function KeySlip({ request }: { request: OwnRequest }) {
  const { key, title, lock, url } = request
  const link = linkOf(request, url)
  if (!key)
    return (
      <p className="note note-warn">
        <Icon name="warning" />
        {t(lock === 'browser' ? 'requests.sealedKeyGone' : 'requests.keyGone')}
      </p>
    )
  return (
    <section className="card key-slip" aria-label={t(lockText[lock])}>
      <p className="print-only strong">{title}</p>
      <div className="bar-row between">
        <p className="strong with-icon">
          <Icon name="lock" />
          {t(lockText[lock])}
        </p>
        <Button onClick={printKey}>
          <Drawing path={printer} />
          {t('requests.printKey')}
        </Button>
      </div>
      <div className="print-only">
        <p>
          <span className="muted">{t('requests.keyWords')}</span>{' '}
          <b lang="en" translate="no">
            {key.words.join(' ')}
          </b>
        </p>
        <p className="small num">{fingerprintText(key.fingerprint)}</p>
      </div>
      {!link && (
        <p className="note note-bad" role="alert">
          <Icon name="warning" />
          <span>{t('requests.otherKey')}</span>
        </p>
      )}
      {link?.isWhole === false && <p className="hint">{t('requests.linkWithoutKey')}</p>}
      <KeyCheck words={key.words} />
    </section>
  )
}

/** Prints the key alone: names of senders do not belong on that sheet. */
function printKey(): void {
  const { dataset } = document.documentElement
  dataset.print = 'key'
  addEventListener(
    'afterprint',
    () => {
      delete dataset.print
    },
    { once: true },
  )
  print()
}
