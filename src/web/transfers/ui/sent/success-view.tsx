import '#web/ui/facts/fold.css'
import './success-view.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { useSender } from '#web/accounts/session.ts'
import { endOfLife, formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { pathWith } from '#web/router/match-path.ts'
import { paths } from '#web/router/paths.ts'
import { useServiceConfig, useShownLinks } from '#web/service/service-config.ts'
import { usePhone } from '#web/ui/browser/use-phone.ts'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'
import { Link } from '#web/ui/page/link.tsx'
import { FocusedHeading } from '#web/ui/page/title.tsx'
import { CopyButton, CopyField } from '#web/ui/sharing/copy-field.tsx'
import { clockNow, useNow } from '#web/ui/time/clock.ts'
import { Countdown, LifeLine } from '#web/ui/time/countdown.tsx'
import { partLeft } from '#web/ui/time/remaining.ts'
import type { SentTransfer } from '../../engine/state/transfer-state.ts'
import { transfers } from '../../store/store.ts'
import { ShowContents } from '../contents/show-contents.tsx'
import { ClosedView, DeletedView } from './ended-views.tsx'
import { SentDetails } from './sent-details.tsx'
import { ShareActions } from './share-actions.tsx'
import { AnotherButton, canShare, DeleteButton, ShareButton } from './success-buttons.tsx'
import { useClosed } from './use-closed.ts'

const SealedLinks = lazyPart(() => import('./sealed-links.tsx'), null, 'sent')

type Props = {
  sent: SentTransfer
  /** The file is gone: its sender has deleted it, or it has ended elsewhere. */
  deleted: boolean
  onDeleted: (sent: SentTransfer) => void
  onAnother: () => void
  /** Picture of what was sent, where this tab has one. */
  sign: ReactNode
}

/** The finished transfer, until it is dismissed. */
export default function SuccessView({ deleted, ...props }: Props) {
  return deleted ? <DeletedView onAnother={props.onAnother} /> : <HandedOver {...props} />
}

/** The box with its link: the most used parts first, the rest folded. */
function HandedOver({ sent, sign, onDeleted, onAnother }: Omit<Props, 'deleted'>) {
  const { signedIn } = useSender()
  const { mailServer } = useServiceConfig()
  const { reply, facts, password, passwordUnseen, finishedAt } = sent
  const { file } = reply
  // A guest's transfer does not become the account's by signing in.
  const own = signedIn && sent.asAccount
  const expiresAt = Date.parse(file.expiresAt)
  const now = useNow({ until: expiresAt })
  const mailed = facts?.recipients ?? []
  const wasMailed = mailServer && mailed.length > 0
  const manage = own ? inPortal(reply) : byManageLink(reply)
  function sayGone() {
    const { transfer } = transfers.read()
    // It may have been put away meanwhile.
    if (transfer.step === 'done' && transfer.reply === reply) onDeleted(sent)
  }
  const closed = useClosed(sent, sayGone)
  if (closed) return <ClosedView manage={manage} onAnother={onAnother} />
  return (
    <div className="box-page">
      <section className="box box-attach">
        <Posted finishedAt={finishedAt} />
        <FocusedHeading className="title-xl">
          {wasMailed ? t('success.sent', { count: mailed.length }) : t('success.title')}
        </FocusedHeading>
        <ShareLink reply={reply} />
        <div className="life-block">
          <div className="remain num">
            <Countdown expiresAt={expiresAt} now={now} />
            <time dateTime={file.expiresAt}>{t('time.expires', { when: endOfLife(expiresAt, now) })}</time>
          </div>
          <LifeLine left={partLeft({ from: finishedAt, until: expiresAt, now })} />
        </div>
      </section>
      <section className="card clip" aria-label={t('success.fileInfo')}>
        <div className="name-row">
          <span className="fname">
            {sign ?? <Icon name="file" />}
            <span className="break">
              <WrappedName name={file.filename} />
            </span>
          </span>
          <p className="small muted num">
            {formatSize(file.size)}
            {reply.compressed && ` · ${contentsOf(reply)}`}
          </p>
        </div>
        {reply.uploaded > 1 &&
          !isSealed(reply) &&
          file.receipt.openedBy.includes('link') &&
          facts?.deleteAfterDownload === false && (
            <div className="name-row">
              <ShowContents id={file.id} />
            </div>
          )}
        {mailed.length > 0 && (
          <div className="name-row">
            <p className="strong">{wasMailed ? t('mail.to') : t('mail.off')}</p>
            <p className="small muted break">{mailed.join(', ')}</p>
          </div>
        )}
        {file.receipt.openedBy.includes('password') && (
          <PasswordRow password={password} onSeen={transfers.seePassword} />
        )}
        <details className="fold sent-fold">
          <summary>
            {t('success.details')}
            <span className="val">{t(own ? 'success.detailsOfOwn' : 'success.detailsOf')}</span>
            <Icon name="chevron" />
          </summary>
          <SentDetails reply={reply} facts={facts} own={own} />
        </details>
        <div className="bar-row between end-row">
          <AnotherButton
            linkUncopied={isSealed(reply) && !sent.linkCopied}
            passwordUnseen={passwordUnseen}
            onAsked={transfers.seePassword}
            onAnother={onAnother}
          />
          <div className="bar-row">
            <Link className="btn btn-quiet" to={manage}>
              {t('success.manage')}
            </Link>
            <DeleteButton file={file} signedIn={signedIn} onDeleted={sayGone} />
          </div>
        </div>
      </section>
    </div>
  )
}

/** The link, to copy or to hand to another app; that of a sealed transfer with its key. */
function ShareLink({ reply }: { reply: UploadReply }) {
  const { file, uploaded } = reply
  const link = useShownLinks().shown(file.downloadUrl)
  // On a phone a link is handed to another app rather than copied.
  const sharesFirst = usePhone() && canShare()
  if (isSealed(reply))
    return (
      <SealedLinks
        link={link}
        what={uploaded === 0 ? 'sealedText' : uploaded === 1 ? 'sealedFile' : 'sealedFiles'}
        name={file.filename}
        share={(shared) =>
          canShare() && (
            <ShareButton
              name={file.filename}
              link={shared}
              leads={false}
              onShared={shared === link ? transfers.copyLink : undefined}
            />
          )
        }
        onCopied={transfers.copyLink}
      />
    )
  const share = canShare() && <ShareButton name={file.filename} link={link} leads={sharesFirst} />
  return (
    <>
      <div className="copy-first">
        <CopyField
          primary={!sharesFirst}
          value={link}
          label={t('share.link')}
          beside={sharesFirst && share}
          onCopied={transfers.copyLink}
        />
      </div>
      <ShareActions name={file.filename} link={link} first={!sharesFirst && share} />
    </>
  )
}

function isSealed({ file }: UploadReply): boolean {
  return file.receipt.method === endToEndMethod
}

/** Milliseconds after its end in which an upload is still news. */
const newsTime = 3000

/** The sheet, dropping through the slot once: just after the upload, and never where motion is reduced. */
function Posted({ finishedAt }: { finishedAt: number }) {
  const [isNew] = useState(() => clockNow() - finishedAt < newsTime)
  if (!isNew) return null
  return (
    <span className="posted" aria-hidden="true">
      <span />
    </span>
  )
}

function inPortal({ transfer: { ref } }: UploadReply): string {
  return pathWith(paths.portalTransfer, { ref })
}

function byManageLink({ file, manageUrl }: UploadReply): string {
  return `${pathWith(paths.manage, { fileId: file.id })}#${manageUrl.split('#')[1] ?? ''}`
}

/** Percent are worth telling where packing has made a difference. */
function contentsOf({ uploaded, file }: UploadReply): string {
  const percent = Math.max(1, Math.round(file.compressionRatio * 100))
  return percent < 100
    ? t('success.compressed', { count: uploaded, percent })
    : t('success.packed', { count: uploaded })
}

type PasswordRowProps = {
  /** Empty where this tab does not know it. */
  password: string
  /** The password has been shown or copied. */
  onSeen: () => void
}

/** That the file has a password, and which, as long as this page knows it. */
function PasswordRow({ password, onSeen }: PasswordRowProps) {
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!text.current || password === '') return undefined
    const sight = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen()
      },
      { threshold: 1 },
    )
    sight.observe(text.current)
    return () => sight.disconnect()
  }, [password, onSeen])
  return (
    <div className="name-row password-row">
      <p>
        <span className="small muted">{t('file.password')}</span>
        <br />
        <span ref={text} className="strong break">
          {password || t('file.passwordRequired')}
        </span>
      </p>
      {password && (
        <>
          <CopyButton value={password} label={t('password.copy')} onCopied={onSeen} />
          <p className="hint">{t('success.passwordHint')}</p>
        </>
      )}
    </div>
  )
}
