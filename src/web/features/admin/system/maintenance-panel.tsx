import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { maintenanceText } from '#web/service/maintenance.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { client } from '../../../accounts/client.ts'
import { t } from '../../../i18n/t.ts'
import { useSingleFlight } from '../../../ui/controls/use-single-flight.ts'
import { failureWithReason } from '../../../ui/messages/failure-text.ts'
import { showToast } from '../../../ui/messages/toast.ts'
import { maintenanceQuery } from '../shared/queries.ts'
import { useAct } from '../shared/use-act.ts'
import { MaintenancePrompt } from './maintenance-prompt.tsx'

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
