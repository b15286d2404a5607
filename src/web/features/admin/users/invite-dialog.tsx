import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { client } from '#web/accounts/client.ts'
import { formatDateTime } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { TextField } from '#web/ui/forms/form-field.tsx'
import { failureText } from '#web/ui/messages/failure-text.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { CopyField } from '#web/ui/sharing/copy-field.tsx'
import { spokenLanguage } from '../../../i18n/language.ts'
import { invitationsQuery, useAct } from '../shared/queries.ts'

type Invited = { readonly email: string; readonly url: string; readonly mailed: boolean }

/** Invites people one after the other, and lists open invitations. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const act = useAct()
  const links = useShownLinks()
  const [problem, setProblem] = useState<string>()
  const [invited, setInvited] = useState<Invited>()
  const { register, handleSubmit, setError, reset, formState } = useForm({ defaultValues: { email: '' } })

  async function invite({ email }: { email: string }) {
    setProblem(undefined)
    setInvited(undefined)
    const error = await act(async () => {
      const body = { email: email.trim(), language: spokenLanguage() }
      const { url, mailed, invitation } = await client.call('invite', { body })
      setInvited({ email: invitation.email, url, mailed })
      reset()
    })
    if (error)
      setError('email', { message: failureText(error, 'admin.invite.failed') }, { shouldFocus: true })
  }

  return (
    <FormDialog
      title={t('admin.invite.title')}
      action={t('admin.invite.create')}
      busyAction={t('admin.invite.creating')}
      busy={formState.isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(invite)}
      onClose={onClose}
    >
      <TextField
        label={t('account.email')}
        error={formState.errors.email?.message}
        type="email"
        autoComplete="off"
        field={register('email', { required: t('code.INVALID_EMAIL') })}
      />
      {invited && (
        <div className="stack" role="status">
          <p>{t(invited.mailed ? 'admin.invite.mailed' : 'admin.invite.passOn', { email: invited.email })}</p>
          <CopyField value={links.shown(invited.url)} label={t('admin.invite.link')} />
        </div>
      )}
      <OpenInvitations onProblem={setProblem} />
    </FormDialog>
  )
}

function OpenInvitations({ onProblem }: { onProblem: (problem: string | undefined) => void }) {
  const act = useAct()
  const { data = [] } = useQuery(invitationsQuery)

  async function withdraw(id: string) {
    onProblem(undefined)
    const error = await act(() => client.call('withdrawInvitation', { params: { id } }))
    if (error) onProblem(failureText(error, 'admin.invite.withdrawFailed'))
    else showToast('success', t('admin.invite.withdrawn'))
  }

  if (data.length === 0) return null
  return (
    <section className="stack" aria-labelledby="open-invitations">
      <h3 id="open-invitations">{t('admin.invite.open')}</h3>
      <ul className="plain stack">
        {data.map(({ id, email, expiresAt }) => (
          <li className="open-invitation" key={id}>
            <span className="two-lines">
              <span className="break">{email}</span>
              <span className="xs muted">
                {t('admin.invite.until', { when: formatDateTime(Date.parse(expiresAt)) })}
              </span>
            </span>
            <Button
              variant="quiet"
              aria-label={t('admin.invite.withdrawOf', { email })}
              onClick={() => withdraw(id)}
            >
              {t('admin.invite.withdraw')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
