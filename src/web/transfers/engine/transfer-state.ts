import type { UploadReply } from '#contract/files.ts'
import type { UploadStep } from '#contract/upload-steps.ts'
import type { SentFacts } from './sent-facts.ts'
import { nextPace, type Pace, standingPace, startPace } from './transfer-pace.ts'

export type RunningTransfer = {
  step: 'uploading'
  pace: Pace
  /** Bytes of the files that have left the browser. */
  sent: number
  percent: number
  /** Every byte has left the browser; the server is still at work. */
  arrived: boolean
  /** The connection is gone, and the upload waits for it to come back. */
  lost: boolean
  /** What the server is at, as far as it has told. */
  told: UploadStep | undefined
  files: number
  /** The files become one archive. */
  packed: boolean
}

export type Transfer =
  | { step: 'selecting'; problem: string }
  | RunningTransfer
  | { step: 'done'; reply: UploadReply; facts: SentFacts | undefined; finishedAt: number }

export type TransferEvent =
  /** `total` counts the bytes of the files. */
  | { type: 'started'; total: number; files: number; packed: boolean; now: number }
  /** `sent` and `total` count the whole form: the files and what is wrapped around them. */
  | { type: 'progressed'; sent: number; total: number; now: number }
  | { type: 'lost' }
  | { type: 'told'; step: UploadStep }
  | { type: 'finished'; reply: UploadReply; facts: SentFacts | undefined; now: number }
  | { type: 'failed'; problem: string }
  | { type: 'reset' }

export const initialTransfer: Transfer = { step: 'selecting', problem: '' }

/** What the upload page shows after an event. A failure goes back to the selection, which is kept. */
export function transferReducer(state: Transfer, event: TransferEvent): Transfer {
  switch (event.type) {
    case 'started': {
      const { files, packed } = event
      const pace = startPace(event.total, event.now)
      return {
        step: 'uploading',
        pace,
        sent: 0,
        percent: 0,
        arrived: false,
        lost: false,
        told: undefined,
        files,
        packed,
      }
    }
    case 'progressed': {
      if (state.step !== 'uploading') return state
      const { sent, total, now } = event
      const arrived = sent >= total
      const percent = arrived ? 100 : Math.min(99, Math.floor((sent / total) * 100))
      const files = state.pace.total
      const ofFiles = arrived ? files : Math.max(0, sent - (total - files))
      const pace = nextPace(state.pace, ofFiles, now)
      return { ...state, pace, sent: ofFiles, percent, arrived, lost: false }
    }
    case 'lost':
      return state.step === 'uploading' ? { ...state, pace: standingPace(state.pace), lost: true } : state
    case 'told':
      return state.step === 'uploading' ? { ...state, told: event.step } : state
    case 'finished':
      return { step: 'done', reply: event.reply, facts: event.facts, finishedAt: event.now }
    case 'failed':
      return { step: 'selecting', problem: event.problem }
    case 'reset':
      return initialTransfer
  }
}
