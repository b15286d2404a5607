import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { maintenanceText } from '#web/service/maintenance.ts'
import { Button, useSingleFlight } from '#web/ui/controls/button.tsx'
import { client } from '../../../accounts/client.ts'
import { t } from '../../../i18n/t.ts'
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx'
import { FormField } from '../../../ui/forms/form-field.tsx'
import { failureWithReason } from '../../../ui/messages/failure-text.ts'
import { showToast } from '../../../ui/messages/toast.ts'
import { maintenanceQuery, useAct } from '../shared/queries.ts'

/** Says whether the service is under maintenance, and switches it. */
export function MaintenancePanel() {
  const act = useAct()
  // While it is not known it is taken for inactive: a try to enable it finds out.
  const { active, message } = useQuery(maintenanceQuery).data?.maintenance ?? { active: false, message: '' }
  const [prompting, setPrompting] = useState(false)
  const [disable, busy] = useSingleFlight(async () => {
    const error = await act(() => client.call('disableMaintenance'))
    if (error) showToast('error', failureWithReason(error, 'admin.maintenance.failed'))
    else showToast('success', t('admin.maintenance.disabled'))
  })
  return (
    <section className="card card-pad stack-s">
      <div className="bar-row between">
        <h2>{t('admin.maintenance.title')}</h2>
        <span className={`badge ${active ? 'badge-warn' : ''}`}>
          {t(active ? 'admin.status.active' : 'admin.status.inactive')}
        </span>
      </div>
      <p className="muted small">{t('admin.maintenance.text')}</p>
      {active && <p className="quote">{maintenanceText(message)}</p>}
      <div className="tight-above">
        {active ? (
          <Button busy={busy} onClick={() => disable()}>
            {t('admin.maintenance.disable')}
          </Button>
        ) : (
          <Button onClick={() => setPrompting(true)}>{t('admin.maintenance.enable')}</Button>
        )}
      </div>
      {prompting && <MaintenancePrompt onClose={() => setPrompting(false)} />}
    </section>
  )
}

/** As long as the server takes it. */
const maxLetters = 500

/** Asks for the message that people are to read, and enables maintenance. */
function MaintenancePrompt({ onClose }: { onClose: () => void }) {
  const act = useAct()
  const usual = t('code.MAINTENANCE')
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { message: usual },
  })

  async function enable({ message }: { message: string }) {
    setProblem(undefined)
    // The usual sentence is not sent, so that each visitor reads it in their own language.
    const body = message === usual ? {} : { message }
    const error = await act(() => client.call('enableMaintenance', { body }))
    if (error) return setProblem(failureWithReason(error, 'admin.maintenance.failed'))
    onClose()
    showToast('success', t('admin.maintenance.enabled'))
  }
  return (
    <FormDialog
      title={t('admin.maintenance.enable')}
      action={t('admin.maintenance.enableNow')}
      busyAction={t('admin.maintenance.enabling')}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(enable)}
      onClose={onClose}
    >
      <FormField label={t('admin.maintenance.message')} hint={t('admin.maintenance.messageHint')}>
        {(tie) => (
          <textarea className="input" rows={3} maxLength={maxLetters} {...tie} {...register('message')} />
        )}
      </FormField>
    </FormDialog>
  )
}
