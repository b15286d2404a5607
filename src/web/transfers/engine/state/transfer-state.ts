import type { UploadReply } from '#contract/transfers/files.ts'
import type { UploadStep } from '#contract/transfers/upload-steps.ts'
import { recipientsOf, type TransferOptions } from '../transfer-options.ts'
import { nextPace, type Pace, standingPace, startPace } from './transfer-pace.ts'

/** Callbacks of a running upload. Bytes count the whole form: the files and their envelope. */
export type TransferWatch = {
  onProgress: (sent: number, total: number) => void
  /** The connection is gone; another try will be made. */
  onLost: () => void
  /** From now on the upload can be interrupted and continued; `here`: within this page only. */
  onResumable: (here?: boolean) => void
  /** The link of the transfer can be given out from now on. */
  onLink: (downloadUrl: string) => void
  /** Token by which the server reports its steps; see followSteps. */
  stepsToken: string
  /** Fires `now` when a lost upload is to be tried again at once. */
  impatience: EventTarget
  signal: AbortSignal
}

export type RunningTransfer = {
  readonly step: 'uploading'
  readonly pace: Pace
  /** Bytes of the files that have left the browser. */
  readonly sent: number
  readonly percent: number
  /** Every byte has left the browser; the server is still at work. */
  readonly arrived: boolean
  /** The connection is gone, and the upload waits for it to come back. */
  readonly lost: boolean
  /** It can be interrupted and continued. */
  readonly resumable: boolean
  /** Only within this page: the browser keeps nothing to go on with. */
  readonly here?: boolean | undefined
  /** Its sender has interrupted it. */
  readonly paused: boolean
  /** The link, once it can be given out. */
  readonly link?: string | undefined
  /** Set once the link was copied. */
  readonly linkCopied?: true
  /** Latest step that the server has reported. */
  readonly reported: UploadStep | undefined
  readonly files: number
  /** The files become one archive. */
  readonly packed: boolean
}

/** Why an upload ended without a link, when in ms since 1970, and how far it had come. */
export type TransferFailure = { readonly error: unknown; readonly at: number; readonly percent: number }

export type SentTransfer = {
  readonly step: 'done'
  readonly reply: UploadReply
  readonly facts: SentFacts | undefined
  /** The file password, as long as the tab is not reloaded; it is never stored. Empty: none, or not known. */
  readonly password: string
  /** Sent by the account that was signed in; false also where this tab does not know the sender. */
  readonly asAccount: boolean
  /** There is a password that has been neither shown nor copied since. */
  readonly passwordUnseen: boolean
  /** The link was copied, so that no page has to remind of it. */
  readonly linkCopied: boolean
  /** In ms since 1970. */
  readonly finishedAt: number
}

/** Result of an upload. */
export type Sent = {
  readonly reply: UploadReply
  readonly facts: SentFacts | undefined
  /** The file password; empty if there is none, or this tab does not know it. */
  readonly password: string
  /** Sent by the account that was signed in; false also where this tab does not know the sender. */
  readonly asAccount: boolean
}

export type SelectingTransfer = {
  readonly step: 'selecting'
  readonly failure: TransferFailure | undefined
  /** Whether an upload has just ended without a link. */
  readonly cameBack: boolean
}

export type Transfer = SelectingTransfer | RunningTransfer | SentTransfer

/** Events of an upload, and its result. */
export type EngineEvent<Result> =
  /** `total` counts the bytes of the files. */
  | { type: 'started'; total: number; files: number; packed: boolean; now: number }
  /** `sent` and `total` count the whole form: the files and their envelope. */
  | { type: 'progressed'; sent: number; total: number; now: number }
  | { type: 'lost' }
  | { type: 'resumable'; here?: boolean | undefined }
  | { type: 'linked'; link: string }
  | { type: 'paused' }
  | { type: 'resumed' }
  | { type: 'reported'; step: UploadStep }
  | ({ type: 'finished'; now: number } & Result)
  | { type: 'failed'; error: unknown; now: number }
  | { type: 'cancelled' }

export type TransferEvent = EngineEvent<Sent> | { type: 'password-seen' | 'link-copied' | 'reset' }

export const initialTransfer: SelectingTransfer = { step: 'selecting', failure: undefined, cameBack: false }

/** A transfer after an event. A failure goes back to the selection, which is kept. */
export function transferReducer(state: Transfer, event: TransferEvent): Transfer {
  switch (event.type) {
    case 'started': {
      const { files, packed } = event
      return {
        step: 'uploading',
        pace: startPace(event.total, event.now),
        sent: 0,
        percent: 0,
        arrived: false,
        lost: false,
        resumable: false,
        paused: false,
        reported: undefined,
        files,
        packed,
      }
    }
    case 'finished':
      return {
        step: 'done',
        reply: event.reply,
        facts: event.facts,
        password: event.password,
        asAccount: event.asAccount,
        passwordUnseen: event.password !== '',
        linkCopied: 'linkCopied' in state,
        finishedAt: event.now,
      }
    case 'password-seen':
      return state.step === 'done' ? { ...state, passwordUnseen: false } : state
    case 'link-copied':
      return state.step === 'selecting' ? state : { ...state, linkCopied: true }
    case 'failed': {
      const percent = state.step === 'uploading' ? state.percent : 0
      return { step: 'selecting', failure: { error: event.error, at: event.now, percent }, cameBack: true }
    }
    case 'cancelled':
      return { step: 'selecting', failure: undefined, cameBack: true }
    case 'reset':
      return initialTransfer
    default:
      return state.step === 'uploading' ? whileRunning(state, event) : state
  }
}

type EventWhileRunning = Exclude<
  TransferEvent,
  { type: 'started' | 'finished' | 'password-seen' | 'link-copied' | 'failed' | 'cancelled' | 'reset' }
>

function whileRunning(state: RunningTransfer, event: EventWhileRunning): RunningTransfer {
  switch (event.type) {
    case 'progressed': {
      const { sent, total, now } = event
      const arrived = sent >= total
      const percent = arrived ? 100 : Math.min(99, Math.floor((sent / total) * 100))
      const files = state.pace.total
      const ofFiles = arrived ? files : Math.max(0, sent - (total - files))
      return {
        ...state,
        pace: nextPace(state.pace, ofFiles, now),
        sent: ofFiles,
        percent,
        arrived,
        lost: false,
      }
    }
    case 'lost':
      return { ...state, pace: standingPace(state.pace), lost: true }
    case 'resumable':
      return { ...state, resumable: true, here: event.here }
    case 'linked':
      return { ...state, link: event.link }
    case 'paused':
      return { ...state, pace: standingPace(state.pace), lost: false, paused: true }
    case 'resumed':
      return { ...state, paused: false }
    case 'reported':
      return { ...state, reported: event.step }
  }
}

/** Options of an arrived file that its receipt lacks, to remind the sender of them. */
export type SentFacts = {
  readonly deleteAfterDownload: boolean
  /** Addresses that get a mail; undefined where this tab does not know them. */
  readonly recipients: readonly string[] | undefined
}

export function factsOf(options: TransferOptions): SentFacts {
  return { deleteAfterDownload: options.deleteAfterDownload, recipients: recipientsOf(options) }
}
