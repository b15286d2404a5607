import { useSyncExternalStore } from 'react'
import { ApiError } from '#client/api-error.ts'
import type { VisitorUploadReply } from '#contract/requests/requests.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { lengths } from '#contract/transfers/limits.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import { t } from '#web/i18n/t.ts'
import { createEngine } from '#web/transfers/engine/engine.ts'
import type { StoppedUpload } from '#web/transfers/engine/resumable/stopped-uploads.ts'
import {
  type EngineEvent,
  initialTransfer,
  type RunningTransfer,
  type SelectingTransfer,
  transferReducer,
} from '#web/transfers/engine/state/transfer-state.ts'
import { pick } from '#web/transfers/selection/pick.ts'
import type { Reading } from '#web/transfers/selection/picked-files.ts'
import type { FileRules } from '#web/transfers/selection/selection.ts'
import {
  emptySelection,
  type SelectionEvent,
  type SelectionState,
  selectionReducer,
} from '#web/transfers/selection/selection-state.ts'
import { type Received, sealedVisitJob, stoppedVisitJob, visitJob } from './visit-job.ts'
import { createVisitTicket, type VisitTicket } from './visit-ticket.ts'
import { keepVisit, recallVisit } from './visitor-memory.ts'

/** State of this tab's visit to one file request. */
type Visit = {
  readonly selection: SelectionState
  /** Names of the checklist that were ticked. */
  readonly checked: readonly string[]
  readonly transfer: RunningTransfer | SelectingTransfer
  /** Result of the last upload; undefined as soon as there is something new to send. */
  readonly received: VisitorUploadReply | undefined
}

type VisitStore = ReturnType<typeof createVisit>

const visits = new Map<string, VisitStore>()

/** The visit of this tab to a request. It lives as long as the tab's document, whichever page is looked at. */
export function visitOf(id: string): VisitStore {
  const known = visits.get(id)
  if (known) return known
  const visit = createVisit(id)
  visits.set(id, visit)
  return visit
}

function createVisit(id: string) {
  let state: Visit = {
    selection: emptySelection,
    checked: recallVisit(id).checked,
    transfer: initialTransfer,
    received: undefined,
  }
  const listeners = new Set<() => void>()
  const ticket: VisitTicket = createVisitTicket(id)
  const engine = createEngine<Received>(onEngine)

  function update(change: Partial<Visit>): void {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  function onSelection(event: SelectionEvent): void {
    update({ selection: selectionReducer(state.selection, event) })
  }
  function onEngine(event: EngineEvent<Received>): void {
    if (event.type === 'finished') {
      removeEventListener('beforeunload', warn)
      update({ selection: emptySelection, transfer: initialTransfer, received: event.reply })
      return
    }
    if (event.type === 'failed' && isRefusedTicket(event.error)) ticket.drop()
    const transfer = transferReducer(state.transfer, event)
    if (transfer.step === 'done' || transfer === state.transfer) return
    if (transfer.step === 'uploading') addEventListener('beforeunload', warn)
    else removeEventListener('beforeunload', warn)
    update({ transfer })
  }
  /** Not while something is under way: to start anew would cancel what the server may have stored already. */
  function canStart(): boolean {
    return state.transfer.step === 'selecting' && state.selection.items.length > 0
  }

  return {
    read: () => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ticket,
    /** Adds picked files as soon as they have been examined. */
    pick: (reading: Reading | Promise<Reading>, rules: FileRules) =>
      pick(reading, rules, {
        items: () => (state.transfer.step === 'selecting' ? state.selection.items : undefined),
        onEvent: onSelection,
        beforeAdding: (selection) =>
          update({ transfer: initialTransfer, ...(selection.length > 0 && { received: undefined }) }),
      }),
    remove: (key: string) => onSelection({ type: 'removed', key }),
    tick(name: string, on: boolean): void {
      const others = state.checked.filter((known) => known !== name)
      const checked = on ? [...others, name] : others
      keepVisit(id, { ...recallVisit(id), checked })
      update({ checked })
    },
    /**
     * Sends the selection with the ticket that is held, and the names of the checklist that are on it and ticked. Does
     * nothing where there is none, or while it is on its way.
     * @param sealing seals them for a key, with a name
     */
    start(
      config: Pick<ServiceConfig, 'routing' | 'uploadOrigin'>,
      checklist: readonly string[],
      sealing?: { readonly publicKey: Bytes; readonly name: string },
    ): void {
      if (!canStart()) return
      onSelection({ type: 'acknowledged' })
      const selection = state.selection.items
      const checked = checklist.filter((name) => state.checked.includes(name))
      const job = sealing
        ? sealedVisitJob(
            { selection, said: saidWith(sealing.name, checked), publicKey: sealing.publicKey },
            ticket,
            config,
          )
        : visitJob({ id, selection, checked }, ticket, config)
      engine.start(job)
    },
    /** Continues an upload of this very selection that stopped. */
    continueStopped(stopped: StoppedUpload): void {
      if (!canStart()) return
      onSelection({ type: 'acknowledged' })
      engine.start(stoppedVisitJob(state.selection.items, stopped))
    },
    pause: engine.pause,
    resume: engine.resume,
    tryNow: engine.tryNow,
    cancel: engine.cancel,
    /** Back to where files are picked. */
    addMore: () => update({ received: undefined }),
  }
}

/** Words that are sealed with files: who sends them, and what was ticked. */
function saidWith(name: string, checked: readonly string[]) {
  const ticked = t('visit.ticked', { names: checked.join(', ') })
  return {
    ...(name.trim() !== '' && { senderName: name.trim().slice(0, lengths.senderName) }),
    ...(checked.length > 0 && { message: ticked.slice(0, lengths.description) }),
  }
}

function isRefusedTicket(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'INVALID_REQUEST_TICKET'
}

/** The browser asks before the page is left for good. */
function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

/** State of this tab's visit to a file request. */
export function useVisit(id: string): Visit {
  const { subscribe, read } = visitOf(id)
  return useSyncExternalStore(subscribe, read)
}
