import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import type { Preferences } from '#contract/accounts/accounts.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { consentsQuery, preferencesQuery, rememberPerson } from '#web/service/queries.ts'
import { Switch } from '#web/ui/controls/switch.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { failureWithReason } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'

const rows = [
  { name: 'security', title: 'profile.security', text: 'profile.securityText' },
  { name: 'notifications', title: 'profile.notifications', text: 'profile.notificationsText' },
  { name: 'marketing', title: 'profile.marketing', text: 'profile.marketingText' },
] as const

/** Which mails someone wants. */
export function PreferencesDialog({
  preferences,
  onClose,
}: {
  preferences: Preferences
  onClose: () => void
}) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm<Preferences>({ defaultValues: preferences })

  async function save(body: Preferences) {
    setProblem(undefined)
    const isSamePerson = rememberPerson()
    try {
      const reply = await client.call('updatePreferences', { body })
      if (!isSamePerson()) return
      void queries.cancelQueries(preferencesQuery)
      queries.setQueryData(preferencesQuery.queryKey, reply.preferences)
      void queries.invalidateQueries(consentsQuery)
      onClose()
      showToast('success', t('profile.preferencesSaved'))
    } catch (error) {
      setProblem(failureWithReason(error, 'profile.preferencesFailed'))
    }
  }

  return (
    <FormDialog
      title={t('profile.preferences')}
      action={t('profile.savePreferences')}
      busyAction={t('profile.saving')}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      {rows.map(({ name, title, text }) => (
        <Switch
          key={name}
          label={
            <>
              <b>{t(title)}</b>
              <br />
              <span className="small muted">{t(text)}</span>
            </>
          }
          {...register(name)}
        />
      ))}
    </FormDialog>
  )
}
