import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { Rights } from '#contract/accounts/rights.ts'
import { rightsSessionHeader } from '#contract/headers.ts'
import { fileNameOf } from '#contract/operations/branding/file-name.ts'
import { client } from '#web/accounts/client.ts'
import { formatClock } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { productName } from '#web/ui/browser/brand.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { WaitingRows } from '#web/ui/lists/waiting-rows.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { SectionError } from '#web/ui/page/problems.tsx'
import { FocusedHeading } from '#web/ui/page/title.tsx'
import { saveContent } from '#web/ui/sharing/hand-to-browser.ts'
import { useNow } from '#web/ui/time/clock.ts'
import { CorrectNameDialog } from './correct-name-dialog.tsx'
import { HeldParts } from './held-parts.tsx'
import { StopAndDelete } from './stop-and-delete.tsx'

const MINUTE = 60_000
/** So long before its end it is said that the page will close. */
const warnAheadMs = 5 * MINUTE

type Props = { session: string; onEnd: (how: 'closed' | 'forgotten') => void }

/** Everything that is held about an address, and what its owner may do about it, until the session is over. */
export function HeldData({ session, onEnd }: Props) {
  const [rights, setRights] = useState<Rights>()
  const [problem, setProblem] = useState<string>()
  const headers = { [rightsSessionHeader]: session }

  const load = useCallback(async () => {
    setProblem(undefined)
    try {
      setRights(await client.call('exportRights', { headers: { [rightsSessionHeader]: session } }))
    } catch (error) {
      if (error instanceof ApiError && error.code === 'INVALID_RIGHTS_SESSION') onEnd('closed')
      else setProblem(failureWithReason(error, 'rights.notLoaded'))
    }
  }, [session, onEnd])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for a session, whatever the parent draws
  useEffect(() => void load(), [session])

  if (!rights)
    return (
      <div className="card rights-held">
        {problem === undefined ? (
          <WaitingRows rows={6} />
        ) : (
          <SectionError text={problem} onRetry={() => void load()} />
        )}
      </div>
    )
  return <Held rights={rights} headers={headers} onChanged={load} onEnd={onEnd} />
}

type HeldProps = {
  rights: Rights
  headers: Readonly<Record<string, string>>
  onChanged: () => Promise<void>
  onEnd: Props['onEnd']
}

function Held({ rights, headers, onChanged, onEnd }: HeldProps) {
  const [correcting, setCorrecting] = useState(false)
  const until = Date.parse(rights.until)
  const isOver = useNow({ every: MINUTE, until }) >= until
  const endsSoon = useNow({ every: MINUTE, until: until - warnAheadMs }) >= until - warnAheadMs
  useEffect(() => {
    if (isOver) onEnd('closed')
  }, [isOver, onEnd])
  useEffect(() => {
    if (endsSoon) announce(t('rights.closesSoon'))
  }, [endsSoon])

  function download() {
    const { success: _, ...held } = rights
    const content = new Blob([`${JSON.stringify(held, undefined, 2)}\n`], { type: 'application/json' })
    saveContent({ name: `${fileNameOf(productName)}-${rights.exportedAt.slice(0, 10)}.json`, content })
  }

  return (
    <div className="rights-held stack">
      <div className="stack-s">
        <FocusedHeading className="break">{t('rights.held', { address: rights.address })}</FocusedHeading>
        <p className="muted num">{t('rights.openUntil', { time: formatClock(until) })}</p>
        {endsSoon && (
          <p className="bar-row">
            <span>{t('rights.closesSoon')}</span>
            <Button onClick={() => onEnd('closed')}>{t('rights.newCode')}</Button>
          </p>
        )}
      </div>
      <div className="bar-row">
        <Button variant="primary" onClick={download}>
          <Icon name="download" />
          {t('rights.download')}
        </Button>
        {rights.names.length > 0 && (
          <Button onClick={() => setCorrecting(true)}>
            <PanelIcon name="pencil" />
            {t('rights.correct')}
          </Button>
        )}
      </div>
      {rights.hasAccount && <p className="note">{t('rights.hasAccount')}</p>}
      <HeldParts rights={rights} />
      <StopAndDelete
        rights={rights}
        headers={headers}
        onChanged={onChanged}
        onForgotten={() => onEnd('forgotten')}
      />
      {correcting && (
        <CorrectNameDialog
          name={rights.names[0] ?? ''}
          headers={headers}
          onCorrected={onChanged}
          onClose={() => setCorrecting(false)}
        />
      )}
    </div>
  )
}
