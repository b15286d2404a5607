import { useState } from 'react'
import type { PublicRequest } from '#contract/requests/requests.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import type { Reading } from '#web/transfers/selection/picked-files.ts'
import { sumOf } from '#web/transfers/selection/selection.ts'
import { rejectedFilesText } from '#web/transfers/ui/picking/rejected-files-text.ts'
import { usePageDrop } from '#web/transfers/ui/picking/use-page-drop.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import type { RequestKey } from '../sending/check-request-key.ts'
import { useRequestKey } from '../sending/request-key.ts'
import type { SentUpload } from '../sending/use-request.ts'
import { useVisit, visitOf } from '../sending/visit-store.ts'
import { isGated } from './answers.tsx'
import { Gate } from './gate.tsx'
import { RequestBox } from './request-box.tsx'
import { SendForm } from './send-form.tsx'
import { SentList } from './sent-list.tsx'
import { WhoAsks } from './who-asks.tsx'

type Props = {
  request: PublicRequest
  sent: readonly SentUpload[]
  /** The visitor comes from what was received. */
  cameBack: boolean
  /** The server no longer takes anything. */
  onEnded: () => Promise<void>
}

/** The request and the box; with files in it, also the fields needed to send them. */
export function AskView({ request, sent, cameBack, onEnded }: Props) {
  const { id, limits, types } = request
  const { fileTypes, limits: general } = useServiceConfig()
  const visit = visitOf(id)
  const { selection } = useVisit(id)
  // Nothing says when a ticket comes or runs out: each time that this is noticed, the page is drawn again.
  const [turn, setTurn] = useState(0)
  const nextTurn = () => setTurn((now) => now + 1)
  const { items, rejected, unreadable, readings } = selection
  const mayPick = visit.ticket.isHeld() || !isGated(request)
  const key = useRequestKey(request)
  const over = usePageDrop(pick)

  function pick(reading: Reading | Promise<Reading>): void {
    if (!mayPick) return
    const rules = { fileSize: limits.file, allowed: types, dangerous: fileTypes.dangerous }
    visit.pick(reading, rules).then(() => {
      const { files, size } = sumOf(visit.read().selection.items)
      announce(t('visit.chosen', { count: files, size: formatSize(size) }))
    }, onEnded)
  }
  const notice = rejectedFilesText(
    rejected,
    unreadable,
    {
      limits: { ...general, fileSize: { free: limits.file, pro: limits.file } },
      fileTypes: { allowed: types, dangerous: fileTypes.dangerous },
      plans: 'hidden',
    },
    { signedIn: false, isPro: true },
  )
  if (key.state === 'wrong' || key.state === 'unable')
    return (
      <div className="ask">
        <WhoAsks request={request} />
        <div className="dropcol">
          <p className="note note-bad" role="alert">
            <Icon name="warning" />
            <span>
              {t(key.state === 'wrong' ? 'visit.keyWrong' : 'visit.keyUnable', { name: request.requester })}
            </span>
          </p>
          <SentList sent={sent} title={t('visit.sentBefore')} />
        </div>
      </div>
    )
  const publicKey = 'publicKey' in key ? key.publicKey : undefined
  const ready = mayPick && items.length > 0 && key.state !== 'checking'
  const box = { request, over, reading: readings > 0, notice, onPick: pick }
  return (
    <div className={`ask ${ready ? 'ask-ready' : ''}`}>
      <WhoAsks request={request} />
      <Checklist request={request} />
      <div className="dropcol">
        {!mayPick ? (
          <Gate
            key={turn}
            request={request}
            again={items.length > 0}
            onAdmitted={nextTurn}
            onEnded={onEnded}
          />
        ) : ready ? (
          <SendForm {...box} publicKey={publicKey} onTicketOver={nextTurn} onEnded={onEnded} />
        ) : (
          <RequestBox {...box} cameBack={cameBack || turn > 0} />
        )}
        <LockNote request={request} sealedFor={key} />
        <SentList sent={sent} title={t('visit.sentBefore')} />
      </div>
    </div>
  )
}

/** Requested documents, name by name. Visitors tick those they send, which the next upload reports. */
function Checklist({ request: { id, checklist, requester } }: { request: PublicRequest }) {
  const { checked } = useVisit(id)
  if (checklist.length === 0) return null
  return (
    <fieldset className="list">
      <legend>{t('visit.needs', { name: requester })}</legend>
      <ul className="ticks">
        {checklist.map((name) => (
          <li key={name}>
            <label className="row-check">
              <input
                type="checkbox"
                checked={checked.includes(name)}
                onChange={({ target }) => visitOf(id).tick(name, target.checked)}
              />
              <span className="break">{name}</span>
            </label>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** Says that files are sealed here, and for which key; without a fingerprint in the link the visitor compares it. */
function BrowserLock({
  name,
  sealedFor: { state, words },
}: {
  name: string
  sealedFor: Extract<RequestKey, { words: unknown }>
}) {
  const shown = (
    <p className="strong" translate="no" lang="en">
      {words.join(' ')}
    </p>
  )
  return (
    <div className={state === 'unsaid' ? 'note note-warn' : 'note'}>
      <Icon name="lock" />
      <div className="stack-s">
        <p>
          <b>{t('visit.inBrowser', { name })}</b> {t('visit.inBrowserText', { name })}
        </p>
        {state === 'unsaid' ? (
          <>
            <p>{t('visit.keyUnsaid', { name })}</p>
            {shown}
          </>
        ) : (
          <details className="key-check">
            <summary>{t('visit.checkKey')}</summary>
            <p>{t('visit.keyText', { name })}</p>
            {shown}
          </details>
        )}
      </div>
    </div>
  )
}

/** Says who can open the files sent, and how to compare the key that they are encrypted for. */
function LockNote({
  request: { requester: name, lock, key },
  sealedFor,
}: {
  request: PublicRequest
  sealedFor: RequestKey
}) {
  if (lock === 'browser') return 'words' in sealedFor && <BrowserLock name={name} sealedFor={sealedFor} />
  if (lock === 'none')
    return (
      <p className="note">
        <Icon name="shield" />
        <span>{t('visit.notLocked', { name })}</span>
      </p>
    )
  return (
    <div className="note">
      <Icon name="lock" />
      <div>
        <p>
          <b>{t('visit.locked', { name })}</b> {t('visit.lockedText')}
        </p>
        {key && (
          <details className="key-check">
            <summary>{t('visit.checkKey')}</summary>
            <p>{t('visit.keyText', { name })}</p>
            <p className="strong" translate="no" lang="en">
              {key.words.join(' ')}
            </p>
          </details>
        )}
      </div>
    </div>
  )
}
