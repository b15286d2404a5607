import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { contactLengths } from '#contract/accounts/contact-limits.ts'
import type { Contact } from '#contract/accounts/contacts.ts'
import { isEmailAddress } from '#contract/email-address.ts'
import { lengths } from '#contract/transfers/limits.ts'
import { client } from '../../accounts/client.ts'
import { t } from '../../i18n/t.ts'
import { contactsKey, statsQuery } from '../../service/queries.ts'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { TextField } from '../../ui/forms/form-field.tsx'
import { failureWithReason } from '../../ui/messages/failure-text.ts'
import { showToast } from '../../ui/messages/toast.ts'

type Draft = { name: string; email: string; phone: string; company: string }

/** Adds a contact, or changes the one that is given. */
export function ContactForm({ contact, onClose }: { contact?: Contact; onClose: () => void }) {
  const queries = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const { register, handleSubmit, formState } = useForm<Draft>({
    defaultValues: {
      name: contact?.name ?? '',
      email: contact?.email ?? '',
      phone: contact?.phone ?? '',
      company: contact?.company ?? '',
    },
  })
  const { errors, isSubmitting } = formState

  async function save(body: Draft) {
    setProblem(undefined)
    try {
      if (contact) await client.call('updateContact', { params: { id: contact.id }, body })
      else await client.call('addContact', { body })
    } catch (error) {
      return setProblem(failureWithReason(error, contact ? 'contacts.saveFailed' : 'contacts.addFailed'))
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: contactsKey }),
      queries.invalidateQueries(statsQuery),
    ])
    onClose()
    showToast('success', t(contact ? 'contacts.saved' : 'contacts.added', { name: body.name }))
  }

  return (
    <FormDialog
      title={contact ? t('contacts.edit', { name: contact.name }) : t('contacts.add')}
      action={t(contact ? 'contacts.save' : 'contacts.add')}
      busyAction={t('contacts.saving')}
      busy={isSubmitting}
      problem={problem}
      onSubmit={handleSubmit(save)}
      onClose={onClose}
    >
      <TextField
        label={t('contacts.name')}
        error={errors.name?.message}
        autoComplete="off"
        maxLength={contactLengths.name}
        field={register('name', { validate: (name) => name.trim() !== '' || t('contacts.nameMissing') })}
      />
      <TextField
        label={t('account.email')}
        error={errors.email?.message}
        type="email"
        autoComplete="off"
        maxLength={lengths.emailAddress}
        field={register('email', {
          validate: (email) => isEmailAddress(email.trim()) || t('code.INVALID_EMAIL'),
        })}
      />
      <TextField
        label={t('contacts.phone')}
        error={errors.phone?.message}
        type="tel"
        autoComplete="off"
        maxLength={contactLengths.phone}
        field={register('phone')}
      />
      <TextField
        label={t('contacts.company')}
        error={errors.company?.message}
        autoComplete="off"
        maxLength={contactLengths.company}
        field={register('company')}
      />
    </FormDialog>
  )
}
