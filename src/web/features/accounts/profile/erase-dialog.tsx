import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { Erasure, PersonalPart } from '#contract/accounts/accounts.ts'
import { client } from '#web/accounts/client.ts'
import { currentSession, type Session, setSession, useSession } from '#web/accounts/session.ts'
import { clearTokens } from '#web/accounts/session-tokens.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { erasureQuery } from '#web/service/queries.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { useAttempt } from '#web/ui/forms/use-attempt.ts'
import { ConfirmationField, useConfirmation } from '../confirm/confirmation-field.tsx'

const partTexts = {
  files: 'profile.erase.files',
  uploads: 'profile.erase.uploads',
  requests: 'profile.erase.requests',
  webhooks: 'profile.erase.webhooks',
  contacts: 'profile.erase.contacts',
  keys: 'profile.erase.keys',
  sessions: 'profile.erase.sessions',
  passkeys: 'profile.erase.passkeys',
  apiKeys: 'profile.erase.apiKeys',
  identities: 'profile.erase.identities',
  notifications: 'profile.erase.notifications',
  mails: 'profile.erase.mails',
  consents: 'profile.erase.consents',
  reports: 'profile.erase.reports',
  log: 'profile.erase.log',
} as const satisfies Record<PersonalPart, TextKey>

/** Erases the account, after showing what is deleted with it and confirming the person. */
export function EraseDialog({ onClose }: { onClose: () => void }) {
  const { data, isError } = useQuery(erasureQuery)
  const session = useSession()
  const confirmation = useConfirmation()
  const { register, handleSubmit, setError, formState } = useForm({ defaultValues: { password: '' } })
  const { problem, attempt } = useAttempt(setError, { WRONG_PASSWORD: 'password' })

  async function erase({ password }: { password: string }) {
    await attempt('profile.erase.failed', async () => {
      await confirmation.confirmed(password, (headers) => client.call('eraseAccount', { body: {}, headers }))
      // Someone else may have signed in meanwhile: they stay.
      if (userIdOf(currentSession()) !== userIdOf(session)) return
      clearTokens()
      setSession({ status: 'guest', ended: false, erased: true })
    })
  }

  return (
    <FormDialog
      title={t('profile.erase.title')}
      action={t('profile.erase.action')}
      busyAction={t('deletion.deleting')}
      busy={formState.isSubmitting}
      disabled={!data || confirmation.blocked}
      problem={problem ?? (isError && !data ? t('profile.erase.noPreview') : undefined)}
      onSubmit={handleSubmit(erase)}
      onClose={onClose}
    >
      <p>{t('profile.erase.text')}</p>
      {data && (
        <ul className="bullets stack-s">
          {partsOf(data).map(({ text, count }) => (
            <li key={text}>{t(text, { count })}</li>
          ))}
        </ul>
      )}
      <p>
        <b>{t('deletion.cannotBeUndone')}</b>
      </p>
      <ConfirmationField
        confirmation={confirmation}
        error={formState.errors.password?.message}
        field={(rules) => register('password', rules)}
      />
    </FormDialog>
  )
}

function userIdOf(session: Session): string | undefined {
  return session.status === 'user' ? session.user.id : undefined
}

/** Non-empty parts of the account, in the order in which people look for them. */
function partsOf(erasure: Erasure): { text: TextKey; count: number }[] {
  const counts = new Map(Object.entries(erasure))
  return Object.entries(partTexts)
    .map(([part, text]) => ({ text, count: counts.get(part) ?? 0 }))
    .filter(({ count }) => count > 0)
}
