import { useEffect, useReducer } from 'react'
import { deletionTokenHeader } from '#contract/headers.ts'
import type { FileInfo } from '#contract/transfers/files.ts'
import { client } from '#web/accounts/client.ts'
import { activity } from '#web/transfers/store/active.ts'
import { forgetSentHere } from '#web/transfers/store/sent-here.ts'
import { clockNow } from '#web/ui/time/clock.ts'
import { endedBy, type Problem, problemOf } from './problems/problem.ts'
import { type Look, useFileInfo } from './state/use-file-info.ts'

/** State of the deletion page. `gone` covers a file that was deleted elsewhere or has expired. */
type DeletionState =
  | { phase: 'loading' | 'deleted' | 'gone' | 'link-not-valid' }
  | { phase: 'unavailable'; problem: Problem }
  /** There is no file to show if the transfer's main link has ended, while others may still open it. */
  | { phase: 'confirm' | 'deleting'; file: FileInfo | undefined; problem: Problem | undefined }

export type DeletionEvent =
  | Look
  /** Asked the server to delete it; it did, or refused. */
  | { type: 'confirmed' }
  | { type: 'deleted' }
  | { type: 'refused'; problem: Problem }

/** State at the start: without a token, the link cannot delete anything. */
export function firstState(token: string): DeletionState {
  return { phase: token === '' ? 'link-not-valid' : 'loading' }
}

/** The page's state after an event. Events that come too late for the phase change nothing. */
export function nextState(state: DeletionState, event: DeletionEvent): DeletionState {
  switch (event.type) {
    case 'info':
      if (state.phase !== 'loading' && state.phase !== 'unavailable') return state
      return { phase: 'confirm', file: event.file, problem: undefined }
    case 'confirmed':
      return state.phase === 'confirm' ? { phase: 'deleting', file: state.file, problem: undefined } : state
    case 'deleted':
      return { phase: 'deleted' }
    case 'no-info':
    case 'refused':
      return afterFailure(state, event.problem)
  }
}

function afterFailure(state: DeletionState, problem: Problem): DeletionState {
  if (endedBy(problem)) return { phase: 'gone' }
  if (problem.kind === 'deletion-not-allowed' || problem.kind === 'sign-in-required') {
    return { phase: 'link-not-valid' }
  }
  const isLinkOver = problem.kind === 'revoked' || problem.kind === 'used-up'
  if (isLinkOver && state.phase !== 'deleting')
    return { phase: 'confirm', file: undefined, problem: undefined }
  if (state.phase === 'deleting') return { phase: 'confirm', file: state.file, problem }
  return { phase: 'unavailable', problem }
}

type Deletion = {
  state: DeletionState
  /** Looks for the file again; resolves when that is done. */
  retry(): Promise<void>
  /** Deletes the file; nothing else does. */
  confirm(): Promise<void>
}

/** Shows the file behind a deletion link and deletes it when asked to. An empty token deletes nothing. */
export function useDeletion(id: string, token: string): Deletion {
  const [state, dispatch] = useReducer(nextState, token, firstState)
  const look = useFileInfo(id, dispatch)

  useEffect(() => {
    if (token === '') return undefined
    const stop = new AbortController()
    void look(stop.signal)
    return () => stop.abort()
  }, [look, token])

  return {
    state,
    retry: () => look(),
    async confirm() {
      dispatch({ type: 'confirmed' })
      try {
        await client.call('deleteFile', { params: { id }, headers: { [deletionTokenHeader]: token } })
        activity.recordChange(id)
        forgetSentHere((sent) => sent.id === id)
        dispatch({ type: 'deleted' })
      } catch (error) {
        dispatch({ type: 'refused', problem: problemOf(error, clockNow()) })
      }
    },
  }
}
