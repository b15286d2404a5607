import { type ReactNode, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'

const QrCode = lazyPart(() => import('#web/ui/sharing/qr-code.tsx'))

/** A thing to share: a file as others send it, or what a browser sealed, whose key goes another way. */
export type Shared = 'file' | 'sealedFile' | 'sealedFiles' | 'sealedText'

type Props = {
  what?: Shared
  /** The name of the file behind the link. */
  name: string
  link: string
  /** Text of the QR code, if it is not the link; null for no code. */
  qr?: string | null
  /** Whether other buttons lead. */
  quiet?: boolean
  /** Buttons before and after. */
  first?: ReactNode
  children?: ReactNode
}

/** Ways to pass a link on beside copying it: a QR code, and a draft of a mail. */
export function ShareActions({
  what = 'file',
  name,
  link,
  qr = link,
  quiet = false,
  first,
  children,
}: Props) {
  const [qrShown, setQrShown] = useState(false)
  const said = t('share.body', { what, name, link })
  const body = what === 'file' ? said : `${said}\n\n${t('share.keyApart')}`
  return (
    <>
      <div className={`bar-row ${quiet ? 'quiet-row' : 'share2'}`}>
        {first}
        {qr !== null && (
          <Button
            variant={quiet ? 'quiet' : 'secondary'}
            aria-expanded={qrShown}
            onClick={() => setQrShown(!qrShown)}
          >
            <Icon name="qr" />
            {t(qrShown ? 'qr.hide' : 'qr.show')}
          </Button>
        )}
        <a
          className={`btn ${quiet ? 'btn-quiet' : 'btn-line'}`}
          href={mailDraft(t('share.subject', { what, name }), body)}
        >
          <Icon name="mail" />
          {t('share.email')}
        </a>
        {children}
      </div>
      {qrShown && qr !== null && <QrCode text={qr} label={t('qr.label')} hint={t('qr.hint')} />}
    </>
  )
}

/** A `mailto:` address that opens a draft. Line ends as RFC 6068 wants them. */
function mailDraft(subject: string, body: string): string {
  return `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replace(/\n/g, '\r\n'))}`
}
