import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { europeanUnion } from '#contract/operations/hosting-region.ts'
import { t } from '#web/i18n/t.ts'
import { Select } from '#web/ui/controls/select.tsx'
import { FormField, TextField } from '#web/ui/forms/form-field.tsx'

const name = 'HOSTING_REGION'
type Kind = 'unknown' | 'europe' | 'other'

type Props = { form: UseFormReturn<Record<string, string>>; error: string | undefined }

/** Asks where the servers are: the European Union, which the pages say anyway, or another place, which they then name. */
export function RegionField({ form, error }: Props) {
  const [kind, setKind] = useState<Kind>(() => kindOf(form.getValues(name) ?? ''))
  function choose(next: Kind) {
    setKind(next)
    form.setValue(name, next === 'europe' ? europeanUnion : '')
  }
  return (
    <>
      <FormField label={t('setup.regionTitle')} hint={t('setup.regionText')}>
        {(tie) => (
          <Select
            {...tie}
            value={kind}
            onChoose={choose}
            options={[
              { value: 'unknown', text: t('setup.regionUnknown') },
              { value: 'europe', text: t('setup.regionEurope') },
              { value: 'other', text: t('setup.regionOther') },
            ]}
          />
        )}
      </FormField>
      {kind === 'other' && (
        <TextField
          label={t('setup.regionPlace')}
          hint={t('setup.regionPlaceHint')}
          error={error}
          autoComplete="off"
          field={form.register(name, { required: t('setup.regionMissing') })}
        />
      )}
    </>
  )
}

function kindOf(region: string): Kind {
  if (region === '') return 'unknown'
  return region === europeanUnion ? 'europe' : 'other'
}
