import { useState } from 'react'
import type { ManagedFile, ManagedTransfer } from '#contract/transfers/manage.ts'
import { client } from '#web/accounts/client.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { ShowContents } from '#web/transfers/ui/contents/show-contents.tsx'
import { Button, IconButton } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx'
import { closeAndNotify, closeOwn } from '#web/ui/dialogs/use-modal.ts'
import { Fold } from '#web/ui/facts/fold.tsx'
import { WrappedName } from '#web/ui/facts/wrapped-name.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'
import type { PartProps } from '../use-managed.ts'

// It brings what sends files.
const AddFileDialog = lazyPart(() => import('./add-file-dialog.tsx'))

const foldId = 'managed-files'

/** The files of the transfer: what was sent together is one, and more can be added. */
export function ManagedFiles({ managed, transfer }: PartProps) {
  const [fileToDelete, setFileToDelete] = useState<ManagedFile>()
  const [adding, setAdding] = useState(false)
  const { files } = transfer
  const last = files.length === 1

  function remove(file: ManagedFile) {
    return managed
      .change(
        (headers, ref) =>
          client.call('removeTransferFile', {
            params: { ref, position: String(file.position) },
            headers,
          }),
        'manage.notRemoved',
      )
      .then((failed) => {
        if (failed === undefined) {
          const close = closeOwn(fileToDelete, setFileToDelete)
          if (last) close()
          else closeAndNotify(close, foldId, t('manage.removed', { name: file.filename }))
        }
        return failed
      })
  }

  return (
    <Fold
      id={foldId}
      title={t('manage.files')}
      value={last ? (files[0]?.filename ?? '') : t('manage.fileCount', { count: files.length })}
      open={!last}
    >
      <ul className="manage-rows">
        {files.map((file) => (
          <li key={file.position}>
            <Icon name="file" />
            <span className="break">
              <WrappedName name={file.filename} />
              <span className="sub num">{formatSize(file.size)}</span>
            </span>
            <IconButton
              label={t('manage.removeFile', { name: file.filename })}
              onClick={() => setFileToDelete(file)}
            >
              <Icon name="bin" />
            </IconButton>
          </li>
        ))}
      </ul>
      {isListed(transfer) && <ShowContents id={transfer.linkId} />}
      <div>
        <Button onClick={() => setAdding(true)}>
          <PanelIcon name="plus" />
          {t('manage.addFile')}
        </Button>
      </div>
      {adding && <AddFileDialog managed={managed} transfer={transfer} onClose={() => setAdding(false)} />}
      {fileToDelete && (
        <ConfirmDialog
          title={t('manage.removeFile', { name: fileToDelete.filename })}
          text={t(last ? 'manage.removeLast' : 'manage.removeText')}
          action={t('manage.removeAction')}
          busyAction={t('manage.removing')}
          onConfirm={() => remove(fileToDelete)}
          onClose={closeOwn(fileToDelete, setFileToDelete)}
        />
      )}
    </Fold>
  )
}

/** Whether there may be files inside, and everyone with the main link sees which. */
function isListed({ files, links, linkId, ...transfer }: ManagedTransfer): boolean {
  const main = links.find(({ id }) => id === linkId)
  const isOpen =
    !transfer.passwordProtected && !transfer.disabled && !transfer.encryptionMethod.startsWith('ml-kem')
  const isCounted = transfer.deleteAfterDownload || main?.downloadLimit !== null || main.revokedAt !== null
  return isOpen && !isCounted && files.some(({ filename }) => /\.zip$/i.test(filename))
}
