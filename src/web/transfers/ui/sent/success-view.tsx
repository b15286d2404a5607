import './success-view.css'
import { useState } from 'react'
import type { UploadReply } from '#contract/transfers/files.ts'
import { endOfLife } from '#web/i18n/format/end-of-life.ts'
import { t } from '#web/i18n/t.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { FocusedHeading } from '#web/ui/page/focused-heading.tsx'
import { CopyField } from '#web/ui/sharing/copy-field.tsx'
import { Countdown } from '#web/ui/time/countdown.tsx'
import { LifeLine } from '#web/ui/time/life-line.tsx'
import { useNow } from '#web/ui/time/use-now.ts'
import type { SentFacts } from '../../engine/sent-facts.ts'
import { DeleteButton } from './delete-button.tsx'
import { DeletedView } from './deleted-view.tsx'
import { SentDetails } from './sent-details.tsx'
import { ShareActions } from './share-actions.tsx'

type Props = {
  reply: UploadReply
  /** Undefined where they could not be found out. */
  facts: SentFacts | undefined
  startedAt: number
  signedIn: boolean
  /** The sender has deleted the file. */
  onDeleted: () => void
  onAnother: () => void
}

/** The box hands over its link. */
export function SuccessView({ reply, facts, startedAt, signedIn, onDeleted, onAnother }: Props) {
  const { file } = reply
  const [deleted, setDeleted] = useState(false)
  const expiresAt = Date.parse(file.expiresAt)
  const now = useNow({ until: expiresAt })
  if (deleted) return <DeletedView onAnother={onAnother} />
  return (
    <div className="box-page">
      <section className="box box-attach">
        <FocusedHeading className="title-xl">{t('success.title')}</FocusedHeading>
        <div className="copy-first">
          <CopyField primary value={file.downloadUrl} label={t('share.link')} />
        </div>
        <ShareActions name={file.filename} link={file.downloadUrl} row="share2" button="btn-line" />
        <div className="life-block">
          <div className="remain num">
            <Countdown expiresAt={expiresAt} now={now} />
            <time dateTime={file.expiresAt}>{t('time.expires', { when: endOfLife(expiresAt, now) })}</time>
          </div>
          <LifeLine left={Math.max(0, (expiresAt - now) / (expiresAt - startedAt))} />
        </div>
      </section>
      <section className="card clip" aria-label={t('success.fileInfo')}>
        <div className="name-row">
          <span className="fname">
            <Icon name="file" />
            <span className="break">{file.filename}</span>
          </span>
        </div>
        <SentDetails reply={reply} facts={facts} />
        <div className="card-pad stack">
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
            onDeleted={() => {
              setDeleted(true)
              onDeleted()
            }}
          />
        </div>
      </section>
    </div>
  )
}
