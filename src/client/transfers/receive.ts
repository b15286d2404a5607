import type { FileInfo } from '#contract/transfers/files.ts'
import { createClient } from '../create-client.ts'
import { fetchContent } from './fetch-content.ts'
import { fetchDirectly } from './fetch-directly.ts'
import { keepTrying } from './keep-trying.ts'
import { downloadAddress } from './named-host.ts'
import { untilReady } from './until-ready.ts'

export type ReceiveOptions = {
  readonly password?: string
  /** Password of the key pair, for a file that is encrypted to your own. */
  readonly keyPassword?: string
  /** Code that the service mailed to the recipient of a link that needs one. */
  readonly code?: string
  /** An API key with the scope transfers:read, where the link wants its owner. */
  readonly key?: string
  /** Host, with a port if there is one, that the service may send the download to. */
  readonly allowHost?: string
  /** Called while the files are still being uploaded, with the bytes that have arrived and all; they are waited for. */
  readonly onArriving?: (received: number, total: number) => void
  readonly signal?: AbortSignal
}

export type Received = {
  readonly file: FileInfo
  /**
   * Fetches the content, once. A lost connection is resumed as long as bytes keep arriving.
   * @throws ApiError, or the signal's reason, while it is read
   */
  content(): ReadableStream<Uint8Array<ArrayBuffer>>
}

/**
 * Opens a download link. Counts as a download once the content is fetched.
 * @throws ApiError with the code of the service, such as PASSWORD_REQUIRED; HostRefused; TypeError for an address that is no
 *   download link
 */
export async function receive(link: string, options: ReceiveOptions = {}): Promise<Received> {
  const { password, keyPassword, code, key, allowHost, signal } = options
  const url = new URL(link)
  const id = /^\/download\/([A-Za-z0-9_-]{22})\/?$/.exec(url.pathname)?.[1]
  if (id === undefined || !/^https?:$/.test(url.protocol)) throw new TypeError('not a download link')
  const service = url.origin
  const client = createClient({ baseUrl: service, fetch: fetchDirectly, getToken: () => key })
  const params = { id }
  const sent = signal && { signal }
  const body = {
    ...(password !== undefined && { password }),
    ...(keyPassword !== undefined && { keyPassword }),
    ...(code !== undefined && { code }),
  }
  const file = await untilReady(client, id, { signal, onArriving: options.onArriving })
  const ticket = await keepTrying(
    () => client.call('downloadTicket', { params, body, ...sent }),
    undefined,
    undefined,
    signal,
  )
  const address = downloadAddress(ticket.url, service, allowHost)
  return {
    file,
    content: () => streamOf(fetchContent(address, { size: file.size, fetch: fetchDirectly, signal })),
  }
}

/** Not every browser has `ReadableStream.from`, nor Node 20.0. */
function streamOf(chunks: AsyncGenerator<Uint8Array<ArrayBuffer>>): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })
}
