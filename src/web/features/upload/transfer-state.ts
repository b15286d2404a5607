import type { UploadReply } from '#contract/files.ts'
import type { TransferOptions } from './transfer-options.ts'
import { nextPace, type Pace, startPace } from './transfer-pace.ts'

export type RunningTransfer = {
  step: 'uploading'
  pace: Pace
  percent: number
  /** Every byte has left the browser; the server is still at work. */
  arrived: boolean
  files: number
}

export type Transfer =
  | { step: 'selecting'; problem: string }
  | RunningTransfer
  | { step: 'done'; reply: UploadReply; options: TransferOptions; finishedAt: number }

export type TransferEvent =
  /** `total` counts the bytes of the files. */
  | { type: 'started'; total: number; files: number; now: number }
  /** `sent` and `total` count the whole form: the files and what is wrapped around them. */
  | { type: 'progressed'; sent: number; total: number; now: number }
  | { type: 'finished'; reply: UploadReply; options: TransferOptions; now: number }
  | { type: 'failed'; problem: string }
  | { type: 'reset' }

export const initialTransfer: Transfer = { step: 'selecting', problem: '' }

/** What the upload page shows after an event. A failure goes back to the selection, which is kept. */
export function transferReducer(state: Transfer, event: TransferEvent): Transfer {
  switch (event.type) {
    case 'started':
      return {
        step: 'uploading',
        pace: startPace(event.total, event.now),
        percent: 0,
        arrived: false,
        files: event.files,
      }
    case 'progressed': {
      if (state.step !== 'uploading') return state
      const { sent, total, now } = event
      const arrived = sent >= total
      const percent = arrived ? 100 : Math.min(99, Math.floor((sent / total) * 100))
      const files = state.pace.total
      const pace = nextPace(state.pace, Math.max(0, sent - (total - files)), now)
      return { ...state, pace: arrived ? { ...pace, sent: files } : pace, percent, arrived }
    }
    case 'finished':
      return { step: 'done', reply: event.reply, options: event.options, finishedAt: event.now }
    case 'failed':
      return { step: 'selecting', problem: event.problem }
    case 'reset':
      return initialTransfer
  }
}
