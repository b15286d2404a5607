import type { FileInfo } from '#contract/transfers/files.ts'
import { type Gone, goneBy, type Problem, waitsUntil } from '../problems/problem.ts'
import type { Look } from './use-file-info.ts'

/** State of the download page. `step`: progress of the latest click on the button. */
export type DownloadState =
  | { phase: 'loading' }
  | { phase: 'unavailable'; problem: Problem }
  | {
      phase: 'found'
      file: FileInfo
      step: 'ready' | 'asking' | 'started'
      problem: Problem | undefined
    }

export type DownloadEvent =
  /** At the start, and again. */
  | Look
  /** Asked the server for a ticket; it gave one, and the browser has it; or it refused. */
  | { type: 'asked' }
  | { type: 'started' }
  /** It gave a ticket, and nothing else was wanted. */
  | { type: 'unlocked' }
  | { type: 'refused'; problem: Problem }
  | { type: 'password-edited' }

export const initialState: DownloadState = { phase: 'loading' }

/** The page's state after an event. Events that come too late for the phase change nothing. */
export function nextState(state: DownloadState, event: DownloadEvent): DownloadState {
  if (event.type === 'info') {
    if (state.phase === 'found') {
      const isBack = goneBy(state.problem) === 'disabled' || codeNeeded(state) !== undefined
      return { ...state, file: event.file, problem: isBack ? undefined : state.problem }
    }
    return { phase: 'found', file: event.file, step: 'ready', problem: undefined }
  }
  if (event.type === 'no-info') {
    if (state.phase !== 'found') return { phase: 'unavailable', problem: event.problem }
    return goneBy(event.problem) ? { ...state, problem: event.problem } : state
  }
  if (state.phase !== 'found') return state
  switch (event.type) {
    case 'asked':
      // A second try leaves the first one under way.
      return { ...state, step: state.step === 'started' ? 'started' : 'asking', problem: undefined }
    case 'started':
      return { ...state, step: 'started' }
    case 'unlocked':
      return { ...state, step: 'ready' }
    case 'refused':
      return { ...state, step: 'ready', problem: event.problem }
    case 'password-edited': {
      // Another password makes neither the file come back nor the time pass.
      const lasts = goneBy(state.problem) || state.problem?.kind === 'rate-limited'
      return lasts ? state : { ...state, problem: undefined }
    }
  }
}

/** The masked address whose code has to be entered first, if any: at the start, or because the last one is too old. */
export function codeNeeded(state: DownloadState): string | undefined {
  if (state.phase === 'loading') return undefined
  return state.problem?.kind === 'code-required' ? state.problem.sentTo : undefined
}

/** Why a file that was found can no longer be had, or undefined while it can. Its clock time decides, too. */
export function goneReason(state: DownloadState, now: number): Gone | undefined {
  if (state.phase !== 'found') return undefined
  return goneBy(state.problem) ?? (now >= Date.parse(state.file.expiresAt) ? 'expired' : undefined)
}

/** Problem shown beside the button; a rate limit disappears when its time is over. */
export function openProblem(state: DownloadState, now: number): Problem | undefined {
  if (state.phase !== 'found') return undefined
  const { problem } = state
  return problem?.kind === 'rate-limited' && waitsUntil(problem, now) === undefined ? undefined : problem
}

/** Whether a file is locked for a key pair, too: what opens it may then be asked for in a dialog. */
export function isQuantum({ encryptionMethod }: FileInfo): boolean {
  return encryptionMethod.startsWith('ml-kem')
}

/** Whether the button may be pressed. */
export function canDownload(state: DownloadState, password: string, now: number): boolean {
  if (state.phase !== 'found' || state.step === 'asking' || goneReason(state, now)) return false
  if (openProblem(state, now)?.kind === 'rate-limited') return false
  return !state.file.passwordProtected || password !== '' || isQuantum(state.file)
}

/** Whether no download is left because this page has just had the last: that is how it should be, and no problem. */
export function wasTaken(state: DownloadState): boolean {
  if (state.phase !== 'found' || state.step !== 'started') return false
  const gone = goneBy(state.problem)
  return gone === 'used-up' || (gone === 'deleted' && state.file.deleteAfterDownload)
}

/** A file after this page had its last download: the server no longer says its count. */
export function afterTaking(file: FileInfo): FileInfo {
  return { ...file, downloadCount: file.downloadCount + (file.downloadsLeft ?? 1), downloadsLeft: 0 }
}

/** Whether a link is worth passing on: until it leads nowhere for good. One that expired is shown as it was. */
export function mayShare(gone: Gone | undefined): boolean {
  return gone === undefined || gone === 'expired' || gone === 'disabled'
}

/** Whether something is under way somewhere that will change the file: this page's own download, or another's. */
export function isMoving(state: DownloadState): boolean {
  return (
    state.phase === 'found' &&
    !goneBy(state.problem) &&
    (state.step === 'started' || state.problem?.kind === 'busy')
  )
}
