import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { fetchContent } from '#client/transfers/fetch-content.ts'
import { fetchAndTime } from '../open-client.ts'

type Target = {
  readonly size: number
  /** Receives the bytes in order; the caller ends it. If it fails, so does the fetch. */
  readonly sink: Writable
  readonly onProgress: (arrived: number) => void
}

/** Fetches the bytes behind a download ticket into a sink; see fetchContent. @throws ApiError, errors of the sink */
export async function fetchFile(url: string, { size, sink, onProgress }: Target): Promise<void> {
  let arrived = 0
  for await (const chunk of fetchContent(url, { size, fetch: fetchAndTime })) {
    arrived += chunk.length
    const isRoomy = sink.write(chunk)
    // A failed sink never drains.
    if (sink.errored) throw sink.errored
    if (!isRoomy) await once(sink, 'drain')
    onProgress(arrived)
  }
}
