import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import type { UploadReply } from '#contract/files.ts'
import { encryptionLabel } from '../../i18n/encryption-label.ts'
import { endOfLife } from '../../i18n/end-of-life.ts'
import { formatSize } from '../../i18n/format.ts'
import { t } from '../../i18n/t.ts'
import { receiptText } from '../../receipt-text.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Countdown } from '../../ui/countdown.tsx'
import { Icon } from '../../ui/icon.tsx'
import { LifeLine } from '../../ui/life-line.tsx'
import { useNow } from '../../ui/use-now.ts'
import { DeleteButton } from './delete-button.tsx'
import { DeletedView } from './deleted-view.tsx'
import type { SentFacts } from './sent-facts.ts'

const QrCode = lazy(() => import('../../ui/qr-code.tsx'))

type Props = {
  reply: UploadReply
  /** Undefined where they could not be found out. */
  facts: SentFacts | undefined
  startedAt: number
  signedIn: boolean
  onAnother: () => void
}

/** The box hands over its link. */
export function SuccessView({ reply, facts, startedAt, signedIn, onAnother }: Props) {
  const { file } = reply
  const { receipt } = file
  const [qr, setQr] = useState(false)
  const [deleted, setDeleted] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  const expiresAt = Date.parse(file.expiresAt)
  const now = useNow(expiresAt)
  useEffect(() => title.current?.focus(), [])
  if (deleted) return <DeletedView onAnother={onAnother} />
  const draft = new URLSearchParams({
    subject: t('share.subject', { name: file.filename }),
    body: t('share.body', { name: file.filename, link: file.downloadUrl }),
  })
  return (
    <div className="held">
      <section className="box box-attach">
        <h1 className="title-xl" ref={title} tabIndex={-1}>
          {t('success.title')}
        </h1>
        <div className="copy-first">
          <CopyField primary value={file.downloadUrl} label={t('share.link')} />
        </div>
        <div className="bar-row share2">
          <button type="button" className="btn btn-line" aria-expanded={qr} onClick={() => setQr(!qr)}>
            <Icon name="qr" />
            {t(qr ? 'qr.hide' : 'qr.show')}
          </button>
          <a className="btn btn-line" href={`mailto:?${draft.toString().replaceAll('+', '%20')}`}>
            <Icon name="mail" />
            {t('share.email')}
          </a>
        </div>
        {qr && (
          <div className="qr-row">
            <Suspense>
              <QrCode text={file.downloadUrl} />
            </Suspense>
            <p>{t('qr.hint')}</p>
          </div>
        )}
        <div className="life-block">
          <div className="remain num">
            <Countdown expiresAt={expiresAt} now={now} />
            <time dateTime={file.expiresAt}>{t('time.expires', { when: endOfLife(expiresAt, now) })}</time>
          </div>
          <LifeLine left={Math.max(0, (expiresAt - now) / (expiresAt - startedAt))} />
        </div>
      </section>
      <section className="slip clip" aria-label={t('success.fileInfo')}>
        <div className="name-row">
          <span className="fname">
            <Icon name="file" />
            <span className="break">{file.filename}</span>
          </span>
        </div>
        <dl className="cells sent-cells">
          <div>
            <dt>{t('file.size')}</dt>
            <dd>{formatSize(file.size)}</dd>
          </div>
          {reply.compressed && (
            <div>
              <dt>{t('file.contents')}</dt>
              <dd>{contentsOf(reply)}</dd>
            </div>
          )}
          <div>
            <dt>{t('file.encryption')}</dt>
            <dd>{encryptionLabel(receipt.method).name}</dd>
          </div>
          <div>
            <dt>{t('file.password')}</dt>
            <dd>
              {t(receipt.openedBy.includes('password') ? 'file.passwordRequired' : 'file.passwordNone')}
            </dd>
          </div>
          {facts && (
            <div>
              <dt>{t('file.afterDownload')}</dt>
              <dd>{t(facts.deleteAfterDownload ? 'file.isDeleted' : 'file.isKept')}</dd>
            </div>
          )}
          <div className="whole">
            <dt>{t('receipt.title')}</dt>
            <dd>{receiptText(receipt)}</dd>
          </div>
          {facts?.recipients && facts.recipients.length > 0 && (
            <div className="whole">
              <dt>{t('success.mailed')}</dt>
              <dd className="break">{facts.recipients.join(', ')}</dd>
            </div>
          )}
        </dl>
        <div className="slip-pad stack">
          <h2 className="section-title">{t('success.deletionLink')}</h2>
          <CopyField value={file.deletionUrl} label={t('success.deletionLink')} />
          <p className="hint">{t('success.deletionHint')}</p>
        </div>
        <div className="bar-row between end-row">
          <button type="button" className="btn btn-line" onClick={onAnother}>
            {t('success.another')}
          </button>
          <DeleteButton
            id={file.id}
            filename={file.filename}
            signedIn={signedIn}
            onDeleted={() => setDeleted(true)}
          />
        </div>
      </section>
    </div>
  )
}

/** Percent are worth telling where packing has made a difference. */
function contentsOf({ uploaded, file }: UploadReply): string {
  const percent = Math.max(1, Math.round(file.compressionRatio * 100))
  return percent < 100
    ? t('success.compressed', { count: uploaded, percent })
    : t('success.packed', { count: uploaded })
}
