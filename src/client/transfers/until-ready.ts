import type { FileInfo } from '#contract/transfers/files.ts'
import type { Client } from '../create-client.ts'
import { firstContact, isPassingOfMany, keepTrying } from './keep-trying.ts'
import { pause } from './pause.ts'

/** Milliseconds between polls of an upload under way. */
const pollIntervalMs = 1500

/**
 * Details of a file, which are waited for while it is still being uploaded.
 * @param onArriving called with the bytes that have arrived so far, and all
 * @throws ApiError, UPLOAD_ENDED when there will be no file; the signal's reason
 */
export async function untilReady(
  client: Pick<Client, 'call'>,
  id: string,
  {
    signal,
    onArriving,
  }: {
    signal?: AbortSignal | undefined
    onArriving?: ((received: number, total: number) => void) | undefined
  },
): Promise<FileInfo> {
  for (let tries: number | undefined = firstContact; ; tries = undefined) {
    const { file } = await keepTrying(
      () => client.call('fileInfo', { params: { id }, ...(signal && { signal }) }),
      tries,
      isPassingOfMany,
      signal,
    )
    if (file.state !== 'arriving') return file
    onArriving?.(file.received ?? 0, file.size)
    await pause(pollIntervalMs, signal)
  }
}
