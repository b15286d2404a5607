import type { OwnFile } from '#contract/transfers/files.ts'
import { client } from '../../accounts/client.ts'
import { t } from '../../i18n/t.ts'
import { failureText } from '../../ui/messages/failure-text.ts'
import { showToast } from '../../ui/messages/toast.ts'
import { handToBrowser } from '../../ui/sharing/hand-to-browser.ts'

/** Whether a click is all it takes. Else its page asks for a password, or says that it is gone afterwards. */
export function opensByItself({
  passwordProtected,
  encryptionMethod,
  deleteAfterDownload,
}: OwnFile): boolean {
  return !passwordProtected && !deleteAfterDownload && encryptionMethod === 'aes-256-gcm'
}

/** Hands a file to the browser's own downloads, and says what became of that. */
export async function downloadOwnFile(id: string): Promise<void> {
  try {
    const { url } = await client.call('downloadTicket', { params: { id }, body: {} })
    handToBrowser(url)
    showToast('plain', t('files.downloading'))
  } catch (error) {
    showToast('error', failureText(error, 'download.problem.failed'))
  }
}
