import { useCallback, useEffect, useState } from 'react'
import { ApiError } from '#client/api-error.ts'
import { visitorTokenHeader } from '#contract/headers.ts'
import type { PublicRequest, VisitorUploadReply } from '#contract/requests/requests.ts'
import { client } from '#web/accounts/client.ts'
import { recallVisit } from './visitor-memory.ts'

/** An upload of this browser that is still there. */
export type SentUpload = Omit<VisitorUploadReply, 'success' | 'message'>

/** The request as the page shows it, with what this browser has sent to it. */
type RequestState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'missing' }
  | { readonly phase: 'unreachable'; readonly error: unknown }
  | { readonly phase: 'ready'; readonly request: PublicRequest; readonly sent: readonly SentUpload[] }

/** Fetches a request as its visitors see it. A failed `reload` keeps the current state. */
export function useRequest(id: string): { state: RequestState; reload: () => Promise<void> } {
  const [state, setState] = useState<RequestState>({ phase: 'loading' })
  const load = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const [{ request }, sent] = await Promise.all([
          client.call('publicRequest', { params: { id }, ...(signal && { signal }) }),
          sentTo(id, signal),
        ])
        setState({ phase: 'ready', request, sent })
      } catch (error) {
        if (signal?.aborted) return
        const isMissing =
          error instanceof ApiError && ['REQUEST_NOT_FOUND', 'VALIDATION_ERROR'].includes(error.code)
        setState((shown) =>
          isMissing
            ? { phase: 'missing' }
            : shown.phase === 'ready'
              ? shown
              : { phase: 'unreachable', error },
        )
      }
    },
    [id],
  )
  useEffect(() => {
    const stop = new AbortController()
    void load(stop.signal)
    return () => stop.abort()
  }, [load])
  return { state, reload: () => load() }
}

/** Uploads that this browser has sent; empty if the call fails. */
async function sentTo(id: string, signal: AbortSignal | undefined): Promise<readonly SentUpload[]> {
  const { token } = recallVisit(id)
  if (token === undefined) return []
  try {
    const { uploads } = await client.call('visitorUploads', {
      params: { id },
      headers: { [visitorTokenHeader]: token },
      ...(signal && { signal }),
    })
    return uploads
  } catch {
    return []
  }
}

/** Whether a failure says that the request is closed. */
export function saysEnded(error: unknown): boolean {
  return (
    error instanceof ApiError && ['REQUEST_CLOSED', 'REQUEST_FULL', 'REQUEST_NOT_FOUND'].includes(error.code)
  )
}
