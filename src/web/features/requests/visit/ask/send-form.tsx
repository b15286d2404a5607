import '#web/transfers/ui/picking/drop-box.css'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#client/api-error.ts'
import type { PublicRequest } from '#contract/requests/requests.ts'
import { paddedLength, sealedBundleLength } from '#end-to-end/format/sizes.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { uploadWay } from '#web/transfers/engine/upload-way.ts'
import { sumOf } from '#web/transfers/selection/selection.ts'
import { uploadErrorText } from '#web/transfers/ui/error-text.ts'
import { focusPicker } from '#web/transfers/ui/picking/focus.ts'
import { DropMore } from '#web/transfers/ui/picking/pick-buttons.tsx'
import { useStopped } from '#web/transfers/ui/use-stopped.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { saysEnded } from '../sending/use-request.ts'
import { useVisit, visitOf } from '../sending/visit-store.ts'
import { AnswerFields, type Answers, answersFor, isGated } from './answers.tsx'
import { ChosenFiles } from './chosen-files.tsx'
import { acceptOf, type BoxProps, largestOf } from './request-box.tsx'

type Props = BoxProps & {
  /** The ticket has run out, and only what stands before the box can get another. */
  onTicketOver: () => void
  onEnded: () => Promise<void>
  /** Key that files are sealed for in this browser; undefined where they are not. */
  publicKey: Bytes | undefined
}

/** The box with files in it: what will be sent, who sends it where the owner wants to know, and the button. */
export function SendForm({
  request,
  over,
  reading,
  notice,
  onPick,
  onTicketOver,
  onEnded,
  publicKey,
}: Props) {
  const { id, requester: name, types } = request
  const config = useServiceConfig()
  const visit = visitOf(id)
  const { selection, transfer } = useVisit(id)
  const [refusal, setRefusal] = useState<string>()
  const form = useForm<Answers>({ defaultValues: { password: '', name: '', email: '' } })
  const sum = sumOf(selection.items)
  const { stopped } = useStopped(selection.items, !publicKey && uploadWay(sum, config).resumable, id)
  const failure = transfer.step === 'selecting' ? transfer.failure : undefined
  const cameBack = transfer.step === 'selecting' && transfer.cameBack
  const tooMuch = overLimitText(request, sum)
  const problems = [
    tooMuch,
    failure ? sendErrorText(failure.error, failure.at, name) : undefined,
    refusal,
  ].filter((text) => text !== undefined)

  const [send, busy] = useSingleFlight(async (answers: Answers) => {
    setRefusal(undefined)
    if (stopped) return visit.continueStopped(stopped.upload)
    if (!visit.ticket.isHeld() && isGated(request)) return onTicketOver()
    try {
      if (!visit.ticket.isHeld()) await visit.ticket.take(answersFor(request, answers))
      visit.start(config, request.checklist, publicKey && { publicKey, name: answers.name })
    } catch (error) {
      if (saysEnded(error)) return onEnded()
      setRefusal(failureText(error, 'visit.notAdmitted'))
    }
  })
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (cameBack) button.current?.focus()
    else if (document.activeElement === document.body) focusPicker()
  }, [cameBack])
  return (
    <section aria-label={t('visit.yourFiles')}>
      <DropMore over={over} reading={reading} accept={acceptOf(types)} onPick={onPick} />
      <form noValidate className="card visit-form" onSubmit={form.handleSubmit(send)}>
        {notice && (
          <p className="note note-bad visit-notice" role="alert">
            {notice}
          </p>
        )}
        <ChosenFiles items={selection.items} onRemove={visit.remove} />
        <div className="visit-answers">
          {!stopped && (publicKey || !visit.ticket.isHeld()) && (
            <AnswerFields request={request} form={form} />
          )}
          <div className="visit-go">
            {stopped && (
              <p className="note" role="status">
                <Icon name="clock" />
                {t('visit.stopped', { percent: stopped.percent })}
              </p>
            )}
            {problems.map((text) => (
              <p key={text} className="note note-bad lines" role="alert">
                <Icon name="warning" />
                {text}
              </p>
            ))}
            <Button
              ref={button}
              type="submit"
              variant="primary"
              large
              wide
              disabled={tooMuch !== undefined || reading}
              busy={busy}
            >
              <Icon name="upload" />
              {t('visit.send', { count: sum.files, name })}
            </Button>
          </div>
        </div>
      </form>
    </section>
  )
}

/** Bytes that are reckoned for the name and the facts of a file in a bundle. */
const namesOfFile = 300

/** Why the selection cannot go in one upload, if so. */
function overLimitText(request: PublicRequest, { files, size: sum }: { files: number; size: number }) {
  const { limits, lock } = request
  const most = largestOf(request)
  // A bundle has the names beside the bytes, and padding.
  const size = lock === 'browser' ? sealedBundleLength(paddedLength(sum + files * namesOfFile)) : sum
  if (files > limits.files) return t('visit.tooMany', { count: files, most: limits.files })
  return size > most ? t('visit.tooLarge', { size: formatSize(size), most: formatSize(most) }) : undefined
}

function sendErrorText(error: unknown, at: number, name: string): string {
  const isNoRoom = error instanceof ApiError && error.code === 'REQUESTER_HAS_NO_ROOM'
  return isNoRoom ? t('visit.noRoom', { name }) : uploadErrorText(error, at)
}
