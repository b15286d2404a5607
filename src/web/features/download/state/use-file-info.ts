import { type Dispatch, useCallback } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { client } from '#web/accounts/client.ts'
import { clockNow } from '#web/ui/time/clock.ts'
import { type Problem, problemOf } from '../problems/problem.ts'
import { proofHeaders } from './link-proof.ts'

/** Result of fetching a file's information. */
export type Look = { type: 'info'; file: FileInfo } | { type: 'no-info'; problem: Problem }

/** Returns a function that fetches a file's information and reports it; an aborted request reports nothing. */
export function useFileInfo(id: string, tell: Dispatch<Look>): (signal?: AbortSignal) => Promise<void> {
  return useCallback(
    async (signal) => {
      try {
        const { file } = await client.call('fileInfo', {
          params: { id },
          headers: proofHeaders(id),
          ...(signal && { signal }),
        })
        tell({ type: 'info', file })
      } catch (error) {
        if (!signal?.aborted) tell({ type: 'no-info', problem: problemOf(error, clockNow()) })
      }
    },
    [id, tell],
  )
}
