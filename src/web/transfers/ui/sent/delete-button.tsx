import { useState } from 'react'
import { deletionTokenHeader } from '#contract/headers.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { client } from '#web/accounts/client.ts'
import { t } from '#web/i18n/t.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { isGone } from '../../store/is-gone.ts'
import { ConfirmDialog } from './confirm-dialog-part.ts'

type Props = { file: UploadReply['file']; signedIn: boolean; onDeleted: () => void }

/** Deletes the file that has just been sent, for people with an account; others have the deletion link. */
export function DeleteButton({ file, signedIn, onDeleted }: Props) {
  const { id, filename, deletionUrl } = file
  const [asked, setAsked] = useState(false)
  if (!signedIn) {
    return (
      <button type="button" className="btn btn-quiet bare" disabled>
        <Icon name="bin" />
        {t('success.deleteLogin')}
      </button>
    )
  }
  async function remove() {
    try {
      // They may have signed in after sending: then it is not the account's, and goes by its deletion link.
      const headers = { [deletionTokenHeader]: deletionUrl.split('#')[1] ?? '' }
      await client.call('deleteFile', { params: { id }, headers })
    } catch (error) {
      if (!isGone(error)) return t('deletion.failed')
    }
    onDeleted()
    return undefined
  }
  return (
    <>
      <button type="button" className="btn btn-quiet btn-bad" onClick={() => setAsked(true)}>
        <Icon name="bin" />
        {t('deletion.deleteFile')}
      </button>
      {asked && (
        <ConfirmDialog
          title={t('deletion.deleteNamed', { name: filename })}
          action={t('deletion.deleteFile')}
          busyAction={t('deletion.deleting')}
          onConfirm={remove}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}
