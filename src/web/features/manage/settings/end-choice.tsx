import { useId, useState } from 'react'
import { client } from '#web/accounts/client.ts'
import { endOfLife } from '#web/i18n/format/moments.ts'
import { language } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { useSingleFlight } from '#web/ui/controls/use-single-flight.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { clockNow, useNow } from '#web/ui/time/clock.ts'
import type { PartProps } from '../access/use-managed.ts'
import { DateDialog } from './date-dialog.tsx'
import { Setting } from './setting.tsx'

const MINUTE = 60_000
const otherDate = 'other'
/** Milliseconds by which the clocks of the person and the server may differ. */
const tolerance = 10 * MINUTE

/** Until when the transfer works: one of the usual spans from now, or any moment up to the latest that is allowed. */
export function EndChoice({ managed, transfer }: PartProps) {
  const id = useId()
  const config = useServiceConfig()
  const now = useNow({ every: MINUTE })
  const [problem, setProblem] = useState<string>()
  const [asked, setAsked] = useState(false)
  const end = Date.parse(transfer.expiresAt)
  const longest = Date.parse(transfer.longestExpiry)
  // The longest counts from when the server answered, and its clock may be another.
  const spans = config.expiryOptions
    .map(({ duration }) => now + duration)
    .filter((time) => time <= longest + tolerance)
    .map((time) => Math.min(time, longest))

  async function save(time: number): Promise<string | undefined> {
    const failed = await managed.change(
      (headers, ref) =>
        client.call('updateTransfer', {
          params: { ref },
          headers,
          body: { expiresAt: new Date(time).toISOString() },
        }),
      'manage.notSaved',
    )
    if (failed === undefined)
      showToast('success', t('manage.savedUntil', { when: endOfLife(time, clockNow()) }))
    return failed
  }
  const [choose, busy] = useSingleFlight(async (time: number) => setProblem(await save(time)))

  return (
    <Setting
      id={id}
      label={t('manage.until')}
      hint={t('manage.latest', { when: endOfLife(longest, now) })}
      problem={problem}
    >
      <select
        id={id}
        className="input"
        aria-describedby={`${id}-about`}
        aria-disabled={busy || undefined}
        value={end}
        onChange={({ target }) => {
          if (target.value === otherDate) setAsked(true)
          else choose(Number(target.value))
        }}
      >
        <option value={end}>{momentOf(end, now)}</option>
        {spans
          .filter((time) => Math.abs(time - end) > MINUTE)
          .map((time) => (
            <option key={time} value={time}>
              {momentOf(time, now)}
            </option>
          ))}
        <option value={otherDate}>{t('manage.otherDate')}</option>
      </select>
      {asked && (
        <DateDialog from={now} until={longest} chosen={end} onSave={save} onClose={() => setAsked(false)} />
      )}
    </Setting>
  )
}

/** A moment that stands alone: "Today at 20:06". */
function momentOf(time: number, now: number): string {
  const text = endOfLife(time, now)
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1)
}
