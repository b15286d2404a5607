import './sealed-links.css'
import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { browserStore } from '#web/ui/browser/browser-store.ts'
import { CopyField } from '#web/ui/sharing/copy-field.tsx'
import { ShareActions, type Shared } from './share-actions.tsx'

type Props = {
  /** With its key. */
  link: string
  what: Shared
  /** The name of what was sent. */
  name: string
  /** Opens the sharing of the device with a link. */
  share: (link: string) => ReactNode
  /** The whole link, or both of its halves, were copied. */
  onCopied: () => void
}

const storageKey = 'linkAndKeyApart'

/** The link of a sealed transfer: whole, or apart from its key for two different ways. No mail is drafted with a key. */
export default function SealedLinks({ link, what, name, share, onCopied }: Props) {
  const [isApart, setApart] = useState(() => browserStore('localStorage')?.getItem(storageKey) === 'true')
  const [copied, setCopied] = useState({ link: false, key: false })
  const [bare = '', key = ''] = link.split('#k=')
  function choose(apart: boolean) {
    setApart(apart)
    try {
      browserStore('localStorage')?.setItem(storageKey, String(apart))
    } catch {}
  }
  function onHalf(half: 'link' | 'key') {
    const next = { ...copied, [half]: true }
    setCopied(next)
    if (next.link && next.key) onCopied()
  }
  return (
    <>
      <p className="tight-above">{t(isApart ? 'apart.copyBoth' : 'apart.copyNow')}</p>
      <div className="copy-first stack-s">
        <CopyField
          primary={!isApart || !copied.link}
          value={isApart ? bare : link}
          label={t('share.link')}
          copyLabel={isApart ? t('apart.copyLink') : undefined}
          onCopied={isApart ? () => onHalf('link') : onCopied}
        />
        <fieldset className="share-way">
          <legend className="vh">{t('apart.how')}</legend>
          {[false, true].map((apart) => (
            <label key={String(apart)}>
              <input
                type="radio"
                name="share-way"
                checked={isApart === apart}
                onChange={() => choose(apart)}
              />
              {t(apart ? 'apart.apart' : 'apart.whole')}
            </label>
          ))}
        </fieldset>
        {isApart && (
          <>
            <span className="small" aria-hidden="true">
              {t('apart.key')}
            </span>
            <CopyField
              primary={copied.link && !copied.key}
              value={key}
              label={t('apart.key')}
              copyLabel={t('apart.copyKey')}
              onCopied={() => onHalf('key')}
            />
            <p className="hint">{t('apart.twoWays')}</p>
          </>
        )}
      </div>
      <ShareActions
        what={what}
        name={name}
        link={bare}
        qr={isApart ? null : link}
        first={share(isApart ? bare : link)}
      />
    </>
  )
}
