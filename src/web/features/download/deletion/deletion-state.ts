import type { FileInfo } from '#contract/transfers/files.ts'
import { endedBy, type Problem } from '../problems/problem.ts'
import type { Look } from '../state/use-file-info.ts'

/** State of the deletion page. `gone` covers a file that was deleted elsewhere or has expired. */
export type DeletionState =
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
