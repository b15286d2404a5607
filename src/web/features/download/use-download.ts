import { useCallback, useEffect, useReducer } from 'react'
import { client } from '../../api/client.ts'
import { type DownloadState, initialState, nextState } from './download-state.ts'
import { handToBrowser } from './hand-to-browser.ts'
import { problemOf } from './problem.ts'

/** Milliseconds after a start when the download count is looked at again; small files have arrived by then. */
const recount = 10_000

export type Download = {
  state: DownloadState
  /** Looks for the file again. */
  retry(): void
  /** Asks for a ticket and hands the file to the browser. Resolves when that is done or was refused. */
  start(password: string): Promise<void>
  passwordEdited(): void
}

/** Finds out about a file, now, after a download and whenever its page is looked at again. */
export function useDownload(id: string): Download {
  const [state, dispatch] = useReducer(nextState, initialState)
  const step = state.phase === 'found' ? state.step : undefined

  const look = useCallback(
    async (signal?: AbortSignal) => {
      try {
        const { file } = await client.call('fileInfo', { params: { id }, ...(signal && { signal }) })
        dispatch({ type: 'info', file })
      } catch (error) {
        if (!signal?.aborted) dispatch({ type: 'no-info', problem: problemOf(error, Date.now()) })
      }
    },
    [id],
  )

  useEffect(() => {
    const stop = new AbortController()
    void look(stop.signal)
    function onVisible() {
      if (document.visibilityState === 'visible') void look(stop.signal)
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      stop.abort()
    }
  }, [look])

  useEffect(() => {
    if (step !== 'started') return undefined
    const stop = new AbortController()
    const timer = setTimeout(() => void look(stop.signal), recount)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [look, step])

  return {
    state,
    retry: () => void look(),
    passwordEdited: () => dispatch({ type: 'password-edited' }),
    async start(password) {
      dispatch({ type: 'asked' })
      try {
        const body = password === '' ? {} : { password }
        const { url } = await client.call('downloadTicket', { params: { id }, body })
        handToBrowser(url)
        dispatch({ type: 'started' })
      } catch (error) {
        dispatch({ type: 'refused', problem: problemOf(error, Date.now()) })
      }
    },
  }
}
