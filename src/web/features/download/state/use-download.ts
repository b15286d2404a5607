import { useCallback, useEffect, useReducer, useState } from 'react'
import { client } from '#web/accounts/client.ts'
import { handToBrowser } from '#web/ui/sharing/hand-to-browser.ts'
import { clockNow } from '#web/ui/time/clock.ts'
import { type Problem, problemOf } from '../problems/problem.ts'
import { type DownloadState, initialState, isMoving, nextState } from './download-state.ts'
import { proofHeaders } from './link-proof.ts'
import { useFileInfo } from './use-file-info.ts'

/** Milliseconds between polls of a file during a download: soon at first, so that its own count is right. */
const firstPollMs = 1000
const maxPollMs = 10_000

/** Passwords typed to open a file. */
type Secrets = { readonly password?: string; readonly keyPassword?: string }

export type Download = {
  state: DownloadState
  /** Looks for the file again; resolves when that is done. The same function each time. */
  retry(): Promise<void>
  /** The latest ticket, which opens the transfer's contents. */
  ticket: string | undefined
  /** Asks for a ticket alone. Resolves when that is done, or with why it was refused. */
  unlock(secrets: Secrets): Promise<Problem | undefined>
  /** Asks for a ticket and hands the file to the browser. Resolves when that is done, or with why it was refused. */
  start(secrets: Secrets): Promise<Problem | undefined>
  passwordEdited(): void
}

/** Fetches a file's information at once, during a download, and whenever the page becomes visible again. */
export function useDownload(id: string): Download {
  const [state, dispatch] = useReducer(nextState, initialState)
  const [ticket, setTicket] = useState<string>()
  const moving = isMoving(state)
  const look = useFileInfo(id, dispatch)
  const retry = useCallback(() => look(), [look])

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
    if (!moving) return undefined
    const stop = new AbortController()
    let timer = 0
    function poll(pause: number) {
      timer = window.setTimeout(() => {
        if (document.visibilityState === 'visible') void look(stop.signal)
        poll(Math.min(maxPollMs, pause * 2))
      }, pause)
    }
    poll(firstPollMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [look, moving])

  async function ask(secrets: Secrets, then: (url: string) => void): Promise<Problem | undefined> {
    dispatch({ type: 'asked' })
    try {
      const given = await client.call('downloadTicket', {
        params: { id },
        headers: proofHeaders(id),
        body: secrets,
      })
      setTicket(given.ticket)
      then(given.url)
      return undefined
    } catch (error) {
      const problem = problemOf(error, clockNow())
      dispatch({ type: 'refused', problem })
      return problem
    }
  }

  return {
    state,
    retry,
    passwordEdited: () => dispatch({ type: 'password-edited' }),
    ticket,
    unlock: (secrets) => ask(secrets, () => dispatch({ type: 'unlocked' })),
    start: (secrets) =>
      ask(secrets, (url) => {
        handToBrowser(url)
        dispatch({ type: 'started' })
      }),
  }
}
