import { useEffect, useReducer } from 'react'
import { deletionTokenHeader } from '#contract/headers.ts'
import { client } from '#web/accounts/client.ts'
import { activity } from '#web/transfers/store/active.ts'
import { forgetSentHere } from '#web/transfers/store/sent-here.ts'
import { clockNow } from '#web/ui/time/clock.ts'
import { problemOf } from '../problems/problem.ts'
import { useFileInfo } from '../state/use-file-info.ts'
import { type DeletionState, firstState, nextState } from './deletion-state.ts'

export type Deletion = {
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
        activity.noteChange(id)
        forgetSentHere((sent) => sent.id === id)
        dispatch({ type: 'deleted' })
      } catch (error) {
        dispatch({ type: 'refused', problem: problemOf(error, clockNow()) })
      }
    },
  }
}
