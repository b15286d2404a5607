import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { client } from '#web/accounts/client.ts'
import { endOfLife } from '#web/i18n/format/format.ts'
import { localMoment } from '#web/i18n/format/further-formats.ts'
import { language } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import { useSingleFlight } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { TextField } from '#web/ui/forms/form-field.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import { clockNow, useNow } from '#web/ui/time/clock.ts'
import type { PartProps } from '../use-managed.ts'
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
      <Select<number | typeof otherDate>
        id={id}
        aria-describedby={`${id}-about`}
        aria-disabled={busy || undefined}
        value={end}
        options={[
          ...[end, ...spans.filter((time) => Math.abs(time - end) > MINUTE)].map((time) => ({
            value: time,
            text: momentOf(time, now),
          })),
          { value: otherDate, text: t('manage.otherDate') },
        ]}
        onChoose={(value) => {
          if (value === otherDate) setAsked(true)
          else choose(value)
        }}
      />
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

type Props = {
  /** Milliseconds since 1970: the range, and the current choice. */
  from: number
  until: number
  chosen: number
  /** Resolves with why it failed. */
  onSave: (time: number) => Promise<string | undefined>
  onClose: () => void
}

/** Asks for a date and a time of day on the clock of this browser. */
function DateDialog({ from, until, chosen, onSave, onClose }: Props) {
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm<{ moment: string }>({
    defaultValues: { moment: localMoment(chosen) },
  })
  async function save({ moment }: { moment: string }) {
    const failed = await onSave(new Date(moment).getTime())
    if (failed === undefined) onClose()
    else setProblem(failed)
  }
  return (
    <FormDialog
      title={t('manage.until')}
      action={t('manage.save')}
      busyAction={t('manage.saving')}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      <TextField
        label={t('manage.dateAndTime')}
        type="datetime-local"
        min={localMoment(from)}
        max={localMoment(until)}
        hint={t('manage.latest', { when: endOfLife(until, from) })}
        error={formState.errors.moment?.message}
        field={register('moment', {
          validate: (moment) => {
            const time = new Date(moment).getTime()
            return (time > from && time <= until) || t('manage.dateWrong', { when: endOfLife(until, from) })
          },
        })}
      />
    </FormDialog>
  )
}
