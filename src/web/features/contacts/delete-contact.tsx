import { useQueryClient } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { ApiError } from '#client/api-error.ts'
import type { Contact } from '#contract/contacts.ts'
import { client } from '../../api/client.ts'
import { contactsKey, statsQuery } from '../../api/queries.ts'
import { failureWithReason } from '../../failure-text.ts'
import { t } from '../../i18n/t.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.ts'

/** Asks whether a contact shall go, and deletes it. */
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
    flushSync(onClose)
    // The button that had the focus is gone with its card.
    document.getElementById('main')?.focus()
    showToast('success', t('contacts.deleted', { name: contact.name }))
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
