import { loadTus } from '#client/upload-resumable.ts'
import { withTexts } from '#web/ui/lazy/lazy-page.ts'

/**
 * Fetches parts that the page needs later on the way to the link, so that a selection can still be sent after an upgrade has
 * removed them from the server. A part that fails to load is tried again when it is needed.
 * @param resumable whether the selection is sent in a way that can be continued
 */
export async function fetchSendingParts(resumable: boolean): Promise<void> {
  const parts: (() => Promise<unknown>)[] = [
    () => withTexts('early', () => import('#web/transfers/ui/uploading-view.tsx')),
    ...(resumable
      ? [
          () => import('#web/transfers/engine/resumable/resumable-transfer.ts'),
          loadTus,
          () => import('./stopped-offer.tsx'),
        ]
      : []),
    () => import('#web/accounts/terms-acceptance.ts'),
    () => import('./files/folder-files.tsx'),
    () => import('./files/thumbnail.tsx'),
    () => import('./options/options-sheet.tsx'),
    () => import('./options/quantum-notes.tsx'),
    () => import('#web/ui/dialogs/confirm-dialog.tsx'),
    () => import('#web/transfers/ui/sent/success-view.tsx'),
    () => withTexts('sent', () => import('#web/transfers/ui/sent/guest-choices.tsx')),
    () => import('#web/ui/sharing/qr-code.tsx'),
    () => import('#web/transfers/ui/elsewhere-bar.tsx'),
    () => import('#web/transfers/ui/file-progress.tsx'),
  ]
  // One after another: the connections to the server are for the upload.
  for (const fetchPart of parts) {
    if (!navigator.onLine) return
    await fetchPart().catch(() => {})
  }
}
