import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ManagedTransfer } from '#contract/transfers/manage.ts'
import { pastMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Fold } from '#web/ui/facts/fold.tsx'
import { useNow } from '#web/ui/time/clock.ts'
import { eventText } from './event-text.ts'

const MINUTE = 60_000
/** Events shown at first. */
const first = 3

/** Events of the transfer, the latest first. */
export function Timeline({ transfer }: { transfer: ManagedTransfer }) {
  const now = useNow({ every: MINUTE })
  const [all, setAll] = useState(false)
  const events = transfer.events.flatMap((event) => {
    const text = eventText(event, transfer.links)
    return text === undefined ? [] : [{ ...event, text }]
  })
  const list = useRef<HTMLOListElement>(null)
  function showAll() {
    flushSync(() => setAll(true))
    list.current?.querySelectorAll('li')[first]?.focus()
  }
  const shown = all ? events : events.slice(0, first)
  const [latest] = events
  return (
    <Fold
      title={t('manage.timeline')}
      value={latest ? `${latest.text} · ${pastMoment(Date.parse(latest.at), now)}` : ''}
      open={transfer.downloads > 0}
    >
      <ol className="manage-timeline" ref={list}>
        {shown.map((event) => (
          <li key={`${event.at} ${event.text}`} tabIndex={-1}>
            {event.text}
            <time className="sub num" dateTime={event.at}>
              {pastMoment(Date.parse(event.at), now)}
              {event.network !== null && ` · ${event.network}`}
            </time>
          </li>
        ))}
      </ol>
      {!all && events.length > first && (
        <div>
          <Button variant="quiet" onClick={showAll}>
            {t('manage.showEarlier', { count: events.length - first })}
          </Button>
        </div>
      )}
    </Fold>
  )
}
