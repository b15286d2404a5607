import { type UseFormReturn, useWatch } from 'react-hook-form'
import { requestLimits } from '#contract/requests/request-limits.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { GIB } from '#contract/transfers/limits.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { language } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { FormField, TextField } from '#web/ui/forms/form-field.tsx'
import { bytesLimitOf, type RequestDraft, typesIn } from './request-draft.ts'

const MIB = 1024 * 1024
const offeredSizes = [10 * MIB, 100 * MIB, 500 * MIB, GIB, 2 * GIB, 5 * GIB, 10 * GIB]

const uploadTexts = {
  several: 'requests.several',
  one: 'requests.one',
  number: 'requests.number',
} as const
const typeTexts = {
  any: 'requests.anyType',
  documents: 'requests.documentsOnly',
  pictures: 'requests.picturesOnly',
  own: 'requests.ownTypes',
} as const
const extension = /^[a-z0-9]{1,16}$/

/** The fold in one line. */
export function uploadsText(draft: RequestDraft): string {
  const { uploads, uploadsLimit, largestUpload, types, ownTypes } = draft
  const total = bytesLimitOf(draft)
  const number =
    uploads === 'number' ? t('requests.upTo', { count: Number(uploadsLimit) || 0 }) : t(uploadTexts[uploads])
  const size =
    largestUpload === '' ? [] : [t('requests.upToEach', { size: formatSize(Number(largestUpload)) })]
  const together = total ? [t('requests.upToTogether', { size: formatSize(total) })] : []
  const kind = types === 'own' ? typesIn(ownTypes).join(' ') : t(typeTexts[types])
  return [number, ...size, ...together, kind].filter((text) => text !== '').join(', ')
}

/** A part of a line that stands alone: it begins with a capital. */
function standingAlone(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language()) + text.slice(1)
}

/** How many uploads, how large, and which files. */
export function UploadFields({
  form,
  config,
  isNew,
}: {
  form: UseFormReturn<RequestDraft>
  config: ServiceConfig
  /** Whether the service chooses what is left empty. */
  isNew: boolean
}) {
  const { register, control, formState } = form
  const { errors, defaultValues } = formState
  const [uploads, types] = useWatch({ control, name: ['uploads', 'types'] })
  const { free, pro } = config.limits.transferSize
  const first = Number(defaultValues?.largestUpload ?? 0)
  const sizes = offeredSizes.filter((size) => size < Math.max(free, pro))
  return (
    <>
      <div className="make-pair">
        <FormField label={t('requests.howMany')}>
          {(tie) => (
            <Select
              {...tie}
              options={(['several', 'one', 'number'] as const).map((value) => ({
                value,
                text: standingAlone(t(uploadTexts[value])),
              }))}
              {...register('uploads')}
            />
          )}
        </FormField>
        {uploads === 'number' && (
          <TextField
            label={t('requests.expected')}
            type="number"
            inputMode="numeric"
            min={1}
            max={requestLimits.uploads}
            error={errors.uploadsLimit?.message}
            field={register('uploadsLimit', {
              validate: (text, draft) => {
                const count = Number(text)
                const fits = Number.isInteger(count) && count >= 1 && count <= requestLimits.uploads
                return (
                  draft.uploads !== 'number' ||
                  fits ||
                  t('requests.countWrong', { most: requestLimits.uploads })
                )
              },
            })}
          />
        )}
      </div>
      <div className="make-pair">
        <FormField label={t('requests.largest')}>
          {(tie) => (
            <Select
              {...tie}
              options={[
                { value: '', text: t('requests.asMine') },
                ...[...(first > 0 && !sizes.includes(first) ? [first] : []), ...sizes].map((size) => ({
                  value: String(size),
                  text: formatSize(size),
                })),
              ]}
              {...register('largestUpload')}
            />
          )}
        </FormField>
        <TextField
          label={t('requests.together')}
          hint={t(isNew ? 'requests.togetherUsual' : 'requests.togetherAny')}
          type="number"
          inputMode="decimal"
          min={0}
          step="any"
          error={errors.together?.message}
          field={register('together', {
            validate: (text, draft) => {
              const total = text === '' ? 1 : Number(bytesLimitOf(draft))
              return (total >= 1 && Number.isSafeInteger(total)) || t('requests.togetherWrong')
            },
          })}
        />
      </div>
      <div className="make-pair">
        <FormField label={t('requests.types')}>
          {(tie) => (
            <Select
              {...tie}
              options={(['any', 'documents', 'pictures', 'own'] as const).map((value) => ({
                value,
                text: standingAlone(t(typeTexts[value])),
              }))}
              {...register('types')}
            />
          )}
        </FormField>
      </div>
      {types === 'own' && (
        <TextField
          label={t('requests.ownTypesField')}
          hint={t('requests.ownTypesHint')}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.ownTypes?.message}
          field={register('ownTypes', {
            validate: (text, draft) => {
              const given = typesIn(text)
              const fits =
                given.length > 0 &&
                given.length <= requestLimits.types &&
                given.every((type) => extension.test(type))
              return draft.types !== 'own' || fits || t('requests.typesWrong', { most: requestLimits.types })
            },
          })}
        />
      )}
    </>
  )
}
