import { useEffect, useReducer } from 'react'
import { followArrival } from '#client/follow-arrival.ts'
import type { FileInfo } from '#contract/transfers/files.ts'
import { type ArrivalState, nextArrival, startArrival } from './arrival-state.ts'

/** Milliseconds between two looks at a file that is ready. */
const again = 2000

/** Follows the upload of a file. @param look asks for the file again: it is ready, or its link may be gone */
export function useArrival(file: FileInfo, look: () => Promise<void>): ArrivalState {
  const { id } = file
  const [state, dispatch] = useReducer(nextArrival, file, startArrival)
  useEffect(() => {
    let timer: number | undefined
    const stop = followArrival(
      id,
      (news) => {
        if (news.type === 'progress') return dispatch({ ...news, at: performance.now() })
        if (news.type !== 'ready') return dispatch(news)
        void look()
        // Repeated until the page of the file takes over, since an answer may be lost.
        timer = window.setInterval(() => void look(), again)
      },
      () => void look(),
    )
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [id, look])
  return state
}
