import type { OwnFile } from '#contract/files.ts'
import { client } from '../../api/client.ts'
import { failureText } from '../../failure-text.ts'
import { t } from '../../i18n/t.ts'
import { handToBrowser } from '../../ui/hand-to-browser.ts'
import { showToast } from '../../ui/toast.ts'

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
