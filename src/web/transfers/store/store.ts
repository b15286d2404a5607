import { useSyncExternalStore } from 'react'
import type { ServiceConfig } from '#contract/service.ts'
import { currentSession, subscribeToSession } from '#web/accounts/session.ts'
import { haveEnded } from '#web/accounts/session-tokens.ts'
import { t } from '#web/i18n/t.ts'
import { createEngine } from '../engine/engine.ts'
import { newSealedJob } from '../engine/sealed-job.ts'
import {
  initialTransfer,
  type Sent,
  type SentTransfer,
  type Transfer,
  type TransferEvent,
  transferReducer,
} from '../engine/state/transfer-state.ts'
import { prepareThumbnails } from '../engine/thumbnails/thumbnails.ts'
import { newJob, type TransferJob } from '../engine/transfer-job.ts'
import type { TransferOptions } from '../engine/transfer-options.ts'
import { pick } from '../selection/pick.ts'
import type { Reading } from '../selection/picked-files.ts'
import type { FileRules } from '../selection/selection.ts'
import {
  emptySelection,
  type SelectionEvent,
  type SelectionState,
  selectionReducer,
} from '../selection/selection-state.ts'
import { activity } from './active.ts'
import { forgetSentLinks, keepSentLinks, readSentLinks } from './sent-links.ts'

/** State of the upload of this tab, on every page. */
type Transfers = {
  readonly selection: SelectionState
  /** Undefined until something was chosen. */
  readonly options: TransferOptions | undefined
  readonly transfer: Transfer
}

const kept = readSentLinks()
let state: Transfers = {
  selection: emptySelection,
  options: undefined,
  transfer: kept ?? initialTransfer,
}
/** How often everything was put away. */
let dismissals = 0
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
   * Adds picked files as soon as they have been examined, whichever page is shown then; adds nothing after a dismissal
   * meanwhile. Clears the failure of the attempt before.
   */
  pick(reading: Reading | Promise<Reading>, rules: FileRules): Promise<void> {
    const begunAt = dismissals
    return pick(reading, rules, {
      items: () =>
        begunAt === dismissals && state.transfer.step === 'selecting' ? state.selection.items : undefined,
      onEvent(event) {
        if (begunAt === dismissals) onSelection(event)
      },
      beforeAdding(selection) {
        onTransfer({ type: 'reset' })
        prepareThumbnails(selection)
      },
    })
  },
  remove(key: string): void {
    transfers.forgetFailure()
    onSelection({ type: 'removed', key })
  },
  /** Takes one file out of a folder. */
  removeFile(key: string, path: string): void {
    transfers.forgetFailure()
    onSelection({ type: 'file-removed', key, path })
  },
  /** Empties the selection; the options stay. */
  clear(): void {
    onTransfer({ type: 'reset' })
    onSelection({ type: 'cleared' })
  },
  choose(options: TransferOptions): void {
    transfers.forgetFailure()
    update({ options })
  },
  /** Clears the failure once the selection or options differ, so that it is not offered to be continued. */
  forgetFailure(): void {
    if (state.transfer.step === 'selecting' && state.transfer.failure) onTransfer({ type: 'reset' })
  },
  /** Records that the password has been shown or copied, so that leaving needs no confirmation. */
  seePassword: () => onTransfer({ type: 'password-seen' }),
  /** Records that the link was copied, so that other pages stop reminding of it. */
  copyLink: () => onTransfer({ type: 'link-copied' }),
  /** Dismisses the transfer with its selection and options, and files still being examined. */
  dismiss(): void {
    dismissals += 1
    onTransfer({ type: 'reset' })
    update({ selection: emptySelection, options: undefined })
  },

  start(options: TransferOptions, config: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>): void {
    onSelection({ type: 'acknowledged' })
    const newOne = options.endToEnd ? newSealedJob : newJob
    begin(newOne(state.selection.items, options, currentSession().status !== 'guest', config))
  },
  /** Continues an upload of this very selection that stopped; see stoppedJob. */
  continueStopped(job: TransferJob<Sent>): void {
    onSelection({ type: 'acknowledged' })
    begin(job)
  },
  pause: engine.pause,
  /** Continues a paused upload, or retries a failed one. */
  resume: engine.resume,
  tryNow: engine.tryNow,
  cancel: engine.cancel,
}

/** Whether the upload was started without an account. */
let asGuest = false
/** Whether the account that was at this browser when it began has signed out since. */
let left = false

function begin(job: TransferJob<Sent>): void {
  asGuest = currentSession().status === 'guest'
  left = false
  engine.start(job)
}

function onSelection(event: SelectionEvent): void {
  update({ selection: selectionReducer(state.selection, event) })
}

function onTransfer(event: TransferEvent): void {
  const transfer = transferReducer(state.transfer, event)
  if (transfer === state.transfer) return
  if (transfer.step === 'done' && state.transfer.step !== 'done' && asGuest) listSent(transfer)
  if (left && event.type !== 'reset' && transfer.step !== 'uploading') {
    left = false
    transfers.dismiss()
    return
  }
  if (transfer.step === 'done') keepSentLinks(transfer, person)
  else if (state.transfer.step === 'done') forgetSentLinks()
  warnOfLoss(transfer)
  update({ transfer })
  activity.set(transfer.step !== 'selecting' || transfer.failure !== undefined)
}

/** Account that the state belongs to, as last known. The tab may not have been open when its person signed out. */
let person = kept?.person
const notePerson = () => {
  const before = person
  person = personNow()
  if (person === before) return
  // A retry would be sent as another person than the page shows.
  if (before === undefined) return transfers.forgetFailure()
  // The next person at this browser sees neither the links nor the options. A running upload continues, but a paused one is
  // dismissed, since its sender is gone.
  if (state.transfer.step !== 'uploading') return transfers.dismiss()
  left = true
  if (state.transfer.paused) transfers.dismiss()
  else if (!asGuest) sayItGoesOn()
}
notePerson()
subscribeToSession(notePerson)

/** The id of the account at this browser, whose session may have ended by itself meanwhile; undefined for a guest. */
function personNow(): string | undefined {
  const session = currentSession()
  if (session.status === 'user') return session.user.id
  return session.status === 'guest' && !haveEnded() ? undefined : person
}

function sayItGoesOn(): void {
  // The upload is not held up where it cannot be said.
  import('../../ui/messages/toast.ts')
    .then(({ showToast }) => showToast('success', t('upload.goesOn')))
    .catch(() => {})
}

/** Lists a transfer in this browser if it was sent without an account; those of an account are listed there. */
function listSent({ reply, finishedAt }: SentTransfer): void {
  // Nothing is lost without the list: the links are shown all the same.
  import('./sent-here.ts').then(({ rememberSentHere }) => rememberSentHere(reply, finishedAt)).catch(() => {})
}

/** Has the browser ask as long as this tab alone has an upload, a password, or the key of what was sealed. */
function warnOfLoss(transfer: Transfer): void {
  const hasMore =
    transfer.step === 'done' &&
    (transfer.passwordUnseen || (!transfer.linkCopied && transfer.reply.file.downloadUrl.includes('#')))
  if (transfer.step === 'uploading' || hasMore) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
}
if (kept) warnOfLoss(kept)

/** The browser asks before the page is left for good. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function update(change: Partial<Transfers>): void {
  state = { ...state, ...change }
  for (const listener of listeners) listener()
}

/** State of the upload of this tab. */
export function useTransfers(): Transfers {
  return useSyncExternalStore(transfers.subscribe, transfers.read)
}
