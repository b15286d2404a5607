import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { ServiceConfig } from '#contract/service.ts'
import { endOfLife, formatDate, formatDateTime, formatDuration } from '#web/i18n/format/format.ts'
import { localMoment } from '#web/i18n/format/further-formats.ts'
import { t } from '#web/i18n/t.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { FormField, TextField } from '#web/ui/forms/form-field.tsx'
import { clockNow } from '#web/ui/time/clock.ts'
import { endOf, longestOpen, offeredEnds, type RequestDraft } from './request-draft.ts'

const MINUTE = 60_000

type Props = { form: UseFormReturn<RequestDraft>; config: ServiceConfig; now: number }

/** Until when the request is open, and how long files live after they arrived. */
export function TimeFields({ form, config, now }: Props) {
  const { register, control, formState } = form
  const until = useWatch({ control, name: 'until' })
  const first = Number(formState.defaultValues?.until)
  const latest = now + longestOpen(config)
  const offered = offeredEnds(now, longestOpen(config))
  const others = offered.filter((end) => Math.abs(end - first) >= MINUTE)
  const isOffered = others.length < offered.length
  const ends = [first, ...others].toSorted((one, other) => one - other)
  return (
    <div className="make-pair">
      <FormField label={t('requests.openUntil')} error={formState.errors.until?.message}>
        {(tie) => (
          <Select
            {...tie}
            options={[
              ...ends.map((end) => ({
                value: String(end),
                text:
                  end !== first || isOffered
                    ? t('requests.spanUntil', {
                        span: formatDuration(Math.round((end - now) / 86_400_000) * 86_400_000, 'long'),
                        date: formatDate(end),
                      })
                    : formatDateTime(end),
              })),
              { value: 'other', text: t('requests.otherDate') },
            ]}
            {...register('until', {
              validate: (_, draft) =>
                draft.until === 'other' || endOf(draft) > clockNow() || t('requests.untilPassed'),
            })}
          />
        )}
      </FormField>
      <FormField label={t('requests.keepFor')}>
        {(tie) => (
          <Select
            {...tie}
            options={config.expiryOptions.map(({ value, duration, pro }) => ({
              value,
              text: t('requests.afterArrival', { span: formatDuration(duration, 'long') }),
              disabled: pro && duration > config.longestExpiry,
            }))}
            {...register('keepFor')}
          />
        )}
      </FormField>
      {until === 'other' && (
        <TextField
          label={t('requests.dateAndTime')}
          type="datetime-local"
          min={localMoment(now)}
          max={localMoment(latest)}
          hint={t('requests.latest', { when: endOfLife(latest, now) })}
          error={formState.errors.otherUntil?.message}
          field={register('otherUntil', {
            validate: (_, draft) => {
              const end = endOf(draft)
              return (
                draft.until !== 'other' ||
                (end > clockNow() && end <= latest) ||
                t('requests.dateWrong', { when: endOfLife(latest, now) })
              )
            },
          })}
        />
      )}
    </div>
  )
}
