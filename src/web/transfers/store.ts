import type { ServiceConfig } from '#contract/service.ts'
import { currentSession, subscribeToSession } from '../accounts/session.ts'
import { activity } from './active.ts'
import { createEngine } from './engine/engine.ts'
import type { StoppedUpload } from './engine/resumable/stopped-uploads.ts'
import { prepareThumbnails } from './engine/thumbnails/thumbnails.ts'
import { newJob, stoppedJob } from './engine/transfer-job.ts'
import type { TransferOptions } from './engine/transfer-options.ts'
import {
  initialTransfer,
  type Sent,
  type SentTransfer,
  type Transfer,
  type TransferEvent,
  transferReducer,
} from './engine/transfer-state.ts'
import { pick } from './selection/pick.ts'
import type { Reading } from './selection/picked-files.ts'
import { type FileRules, isPacked } from './selection/selection.ts'
import {
  emptySelection,
  type SelectionEvent,
  type SelectionState,
  selectionReducer,
} from './selection/selection-state.ts'
import { forgetSentLinks, keepSentLinks, readSentLinks } from './sent-links.ts'

/** What is being sent from this tab, whichever page is looked at. */
export type Transfers = {
  readonly selection: SelectionState
  /** Undefined until something was chosen. */
  readonly options: TransferOptions | undefined
  readonly transfer: Transfer
}

let state: Transfers = {
  selection: emptySelection,
  options: undefined,
  transfer: readSentLinks() ?? initialTransfer,
}
const listeners = new Set<() => void>()
const engine = createEngine<Sent>(onTransfer)

/** The one transfer of this tab. It lives as long as the tab's document; React reads it through useTransfers. */
export const transfers = {
  read: () => state,
  subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },

  /**
   * Adds what was picked, as soon as it has been looked through, whichever page is shown then. What was wrong with the
   * try before is forgotten.
   */
  pick: (reading: Reading | Promise<Reading>, rules: FileRules) =>
    pick(reading, rules, {
      items: () => (state.transfer.step === 'selecting' ? state.selection.items : undefined),
      onEvent: onSelection,
      beforeAdding(selection) {
        onTransfer({ type: 'reset' })
        if (isPacked(selection)) prepareThumbnails(selection)
      },
    }),
  remove: (key: string) => onSelection({ type: 'removed', key }),
  /** Takes one file out of a folder. */
  removeFile: (key: string, path: string) => onSelection({ type: 'file-removed', key, path }),
  /** Empties the selection; what was chosen for it stays. */
  clear(): void {
    onTransfer({ type: 'reset' })
    onSelection({ type: 'cleared' })
  },
  choose: (options: TransferOptions) => update({ options }),
  /** What was sent is no more: a reload of the tab, and other pages, say nothing of it. */
  forgetLinks(): void {
    transfers.seePassword()
    forgetSentLinks()
    activity.set(false)
  },
  /** The password of what was sent has been in sight, or was copied: nobody is asked before it goes. */
  seePassword: () => onTransfer({ type: 'password-seen' }),
  /** Puts away what was sent, and everything that was chosen for it. */
  dismiss(): void {
    transfers.clear()
    update({ options: undefined })
  },

  start(options: TransferOptions, config: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>): void {
    onSelection({ type: 'acknowledged' })
    engine.start(newJob(state.selection.items, options, config))
  },
  /** Continues an upload of this very selection that stopped, with the options that it began with. */
  continueStopped(stopped: StoppedUpload, options: TransferOptions): void {
    onSelection({ type: 'acknowledged' })
    engine.start(stoppedJob(state.selection.items, options, stopped))
  },
  pause: engine.pause,
  /** Continues what was paused, or what failed. */
  resume: engine.resume,
  cancel: engine.cancel,
}

function onSelection(event: SelectionEvent): void {
  update({ selection: selectionReducer(state.selection, event) })
}

function onTransfer(event: TransferEvent): void {
  const transfer = transferReducer(state.transfer, event)
  if (transfer === state.transfer) return
  if (transfer.step === 'done') {
    keepSentLinks(transfer)
    if (state.transfer.step !== 'done') listSent(transfer)
  } else if (state.transfer.step === 'done') forgetSentLinks()
  const unfinished = transfer.step === 'uploading' || (transfer.step === 'done' && transfer.passwordUnseen)
  if (unfinished) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
  update({ transfer })
  activity.set(transfer.step !== 'selecting' || transfer.failure !== undefined)
}

let signedIn = currentSession().status === 'user'
subscribeToSession(() => {
  const session = currentSession()
  const signedOut = signedIn && session.status === 'guest' && !session.ended
  signedIn = session.status === 'user'
  // The next person at this browser sees neither the links nor what was chosen.
  if (signedOut && state.transfer.step !== 'uploading') transfers.dismiss()
})

/** What is sent without an account is listed in this browser; what belongs to one is listed there. */
function listSent({ reply, finishedAt }: SentTransfer): void {
  if (signedIn) return
  // Nothing is lost without the list: the links are shown all the same.
  import('./sent-here.ts').then(({ rememberSentHere }) => rememberSentHere(reply, finishedAt)).catch(() => {})
}

/** The browser asks before the page is left for good. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function update(change: Partial<Transfers>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}
