import { useState } from 'react'
import type { PublicRequest } from '#contract/requests/requests.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import type { Reading } from '#web/transfers/selection/picked-files.ts'
import { sumOf } from '#web/transfers/selection/selection.ts'
import { rejectedFilesText } from '#web/transfers/ui/picking/rejected-files-text.ts'
import { usePageDrop } from '#web/transfers/ui/picking/use-page-drop.ts'
import { announce } from '#web/ui/messages/announce.tsx'
import type { SentUpload } from '../sending/use-request.ts'
import { useVisit } from '../sending/use-visit.ts'
import { visitOf } from '../sending/visit-store.ts'
import { SentList } from '../sent/sent-list.tsx'
import { isGated } from './answers.tsx'
import { Checklist } from './checklist.tsx'
import { Gate } from './gate.tsx'
import { LockNote } from './lock-note.tsx'
import { RequestBox } from './request-box.tsx'
import { SendForm } from './send-form.tsx'
import { WhoAsks } from './who-asks.tsx'

type Props = {
  request: PublicRequest
  sent: readonly SentUpload[]
  /** The visitor comes from what was received. */
  cameBack: boolean
  /** The server takes nothing any more. */
  onEnded: () => Promise<void>
}

/** The request and the box; with files in it, also the fields needed to send them. */
export function AskView({ request, sent, cameBack, onEnded }: Props) {
  const { id, limits, types } = request
  const { fileTypes, limits: general } = useServiceConfig()
  const visit = visitOf(id)
  const { selection } = useVisit(id)
  // Nothing says when a ticket comes or runs out: each time that this is noticed, the page is drawn once more.
  const [turn, setTurn] = useState(0)
  const nextTurn = () => setTurn((now) => now + 1)
  const { items, rejected, unreadable, readings } = selection
  const mayPick = visit.ticket.isHeld() || !isGated(request)
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
    },
    { signedIn: false, isPro: true },
  )
  const ready = mayPick && items.length > 0
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
          <SendForm {...box} onTicketOver={nextTurn} onEnded={onEnded} />
        ) : (
          <RequestBox {...box} cameBack={cameBack || turn > 0} />
        )}
        <LockNote request={request} />
        <SentList sent={sent} title={t('visit.sentBefore')} />
      </div>
    </div>
  )
}
