import { forgetAccount, offerAccounts } from './accounts.ts'
import { answer } from './answer.ts'
import './browser-api.ts'
import { forgetSentOf } from './sent-files.ts'
import { abort, remove, rename, upload } from './uploads.ts'

// Thunderbird wakes this page for the listeners that it knows from the first turn.
browser.cloudFile.onFileUpload.addListener(upload)
browser.cloudFile.onFileUploadAbort.addListener(abort)
browser.cloudFile.onFileRename.addListener(rename)
browser.cloudFile.onFileDeleted.addListener(remove)
browser.cloudFile.onAccountAdded.addListener(() => offerAccounts())
browser.cloudFile.onAccountDeleted.addListener(async (id) => {
  await forgetAccount(id)
  await forgetSentOf(id)
})
browser.runtime.onMessage.addListener(answer)
browser.runtime.onInstalled.addListener(() => void offerAccounts())
browser.runtime.onStartup.addListener(() => void offerAccounts())
browser.composeAction.onClicked.addListener(() => void openFirst())

async function openFirst(): Promise<void> {
  const [first] = await browser.cloudFile.getAllAccounts()
  await answer({ kind: 'open', account: first?.id ?? 'none' })
}
