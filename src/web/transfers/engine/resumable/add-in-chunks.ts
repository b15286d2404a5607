import { newStepsToken } from '#client/follow-steps.ts'
import { modifiedAt } from '#client/modified-at.ts'
import { ResumableRefused, terminateUpload, uploadResumable } from '#client/upload-resumable.ts'
import { safeFileName } from '#contract/transfers/file-name.ts'

/** A file for a transfer that there is. */
export type AddedFile = {
  readonly file: File
  /** Passwords that open the transfer, as form fields of the call; empty if it has none. */
  readonly secrets: Readonly<Record<string, string>>
}

type Sending = {
  /** Origin that takes it; empty for the page's own. */
  readonly baseUrl: string
  /** Headers that authorize managing the transfer, and those of the session. */
  readonly headers: Readonly<Record<string, string>>
  readonly onProgress: (sent: number, total: number) => void
  readonly signal: AbortSignal
}

/**
 * Sends a file into a transfer, through lost connections; see docs/managing-transfers.md. Bytes of an abandoned upload are
 * deleted from the server.
 * @returns whether such uploads get through; if not, nothing was sent
 * @throws ApiError, or the signal's reason when it was aborted
 */
export async function addInChunks(
  ref: string,
  { file, secrets }: AddedFile,
  { baseUrl, ...sending }: Sending,
): Promise<boolean> {
  const filetype = file.type || 'application/octet-stream'
  // With it, an upload whose first answer was lost does not begin twice.
  const uploadKey = newStepsToken()
  let begun: string | undefined
  try {
    await uploadResumable({
      ...sending,
      baseUrl,
      body: file,
      metadata: {
        ...secrets,
        filename: safeFileName(file.name),
        filetype,
        modifiedAt: modifiedAt(file),
        transfer: ref,
        uploadKey,
      },
      stepsToken: newStepsToken(),
      onCreated: (id) => {
        begun = id
      },
    })
    return true
  } catch (error) {
    if (begun !== undefined) terminateUpload(baseUrl, begun).catch(() => {})
    if (error instanceof ResumableRefused) return false
    throw error
  }
}
