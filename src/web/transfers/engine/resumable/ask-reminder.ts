import { offsetOf } from '#client/upload-resumable.ts'
import { forgetOldBundles } from './kept-bundles.ts'
import { forgetNames, forgetUpload, namedUploads, refreshUploads } from './stopped-uploads.ts'
import { isUploadLocked } from './upload-lock.ts'

/** A stopped upload that its sender can choose again. */
export type Reminder = {
  readonly name: string
  /** How many more files or folders it had. */
  readonly more: number
  readonly percent: number
  /** Stops the reminder; the transfer can still be continued. */
  dismiss(): void
}

/**
 * Finds the latest stopped upload of a person that the server still has; undefined also where it does not answer.
 * @param person id of the account at this browser; null for a guest
 */
export async function askReminder(person: string | null): Promise<Reminder | undefined> {
  await forgetOldBundles(Date.now())
  refreshUploads(Date.now())
  forgetNames(Date.now(), (by) => by !== person)
  for (const { selection, id, baseUrl, named } of namedUploads(Date.now())) {
    if (await isUploadLocked(selection)) continue
    const offset = await offsetOf(baseUrl, id)
    if (offset === undefined) return undefined
    if (offset !== 'gone') {
      const { name, more, size } = named
      const percent = Math.min(100, Math.floor((100 * offset) / Math.max(1, size)))
      return { name, more, percent, dismiss: () => forgetNames(Date.now(), () => true) }
    }
    forgetUpload(selection, Date.now())
  }
  return undefined
}
