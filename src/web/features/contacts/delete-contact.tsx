import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import type { Contact } from '#contract/accounts/contacts.ts'
import { client } from '../../accounts/client.ts'
import { t } from '../../i18n/t.ts'
import { contactsKey, statsQuery } from '../../service/queries.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { closeAndNotify } from '../../ui/dialogs/use-modal.ts'
import { failureWithReason } from '../../ui/messages/failure-text.ts'

/** Deletes a contact, after a confirmation. */
export function DeleteContact({ contact, onClose }: { contact: Contact; onClose: () => void }) {
  const queries = useQueryClient()
  async function remove() {
    try {
      await client.call('deleteContact', { params: { id: contact.id } })
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === 'CONTACT_NOT_FOUND'
      if (!isGone) return failureWithReason(error, 'contacts.deleteFailed')
    }
    await Promise.all([
      queries.invalidateQueries({ queryKey: contactsKey }),
      queries.invalidateQueries(statsQuery),
    ])
    closeAndNotify(onClose, 'main', t('contacts.deleted', { name: contact.name }))
    return undefined
  }
  return (
    <ConfirmDialog
      title={t('deletion.deleteNamed', { name: contact.name })}
      action={t('contacts.deleteContact')}
      busyAction={t('deletion.deleting')}
      onConfirm={remove}
      onClose={onClose}
    />
  )
}
