import { type UseFormReturn, useWatch } from 'react-hook-form'
import { t } from '#web/i18n/t.ts'
import type { RequestDraft } from './request-draft.ts'

/** Data that visitors are asked for before they send. */
export function AskFields({ form, mayMail }: { form: UseFormReturn<RequestDraft>; mayMail: boolean }) {
  const { register, control } = form
  const askEmail = useWatch({ control, name: 'askEmail' })
  return (
    <div>
      <label className="row-check">
        <input type="checkbox" {...register('askName')} />
        <span>{t('requests.askName')}</span>
      </label>
      <label className="row-check">
        <input type="checkbox" {...register('askEmail')} />
        <span>{t('requests.askEmail')}</span>
      </label>
      <label className="row-check">
        <input
          type="checkbox"
          aria-describedby={mayMail ? undefined : 'no-codes'}
          {...register('askCode', { disabled: !askEmail || !mayMail })}
        />
        <span>{t('requests.askCode')}</span>
      </label>
      {!mayMail && (
        <p className="hint" id="no-codes">
          {t('requests.noMailServer')}
        </p>
      )}
    </div>
  )
}
