import { type RejectedFiles, removeFile, removeItem, type Selection } from './selection.ts'

/** The files to send, and those of the last pick that were rejected. */
export type SelectionState = {
  readonly items: Selection
  readonly rejected: RejectedFiles
  /** Paths of files that could not be read. */
  readonly unreadable: readonly string[]
  /** Number of picks still being read. */
  readonly readings: number
}

export type SelectionEvent =
  | { readonly type: 'reading-began' }
  | { readonly type: 'reading-ended' }
  | {
      readonly type: 'picked'
      /** The selection with the picked files. */
      readonly items: Selection
      readonly rejected: RejectedFiles
      readonly unreadable: readonly string[]
    }
  | { readonly type: 'removed'; readonly key: string }
  /** One file of a folder. */
  | { readonly type: 'file-removed'; readonly key: string; readonly path: string }
  | { readonly type: 'cleared' }
  /** The list of rejected files has been read. */
  | { readonly type: 'acknowledged' }

const nothingRejected = {
  rejected: { tooLarge: [], dangerous: [], unsupported: [], empty: [] },
  unreadable: [],
}

export const emptySelection: SelectionState = { items: [], ...nothingRejected, readings: 0 }

/** The selection after an event; each one meets the state that the one before has left. */
export function selectionReducer(state: SelectionState, event: SelectionEvent): SelectionState {
  switch (event.type) {
    case 'reading-began':
      return { ...state, readings: state.readings + 1 }
    case 'reading-ended':
      return { ...state, readings: state.readings - 1 }
    case 'picked':
      return { ...state, items: event.items, rejected: event.rejected, unreadable: event.unreadable }
    case 'removed':
      return { ...state, items: removeItem(state.items, event.key) }
    case 'file-removed':
      return { ...state, items: removeFile(state.items, event.key, event.path) }
    case 'cleared':
      return { ...state, items: [], ...nothingRejected }
    case 'acknowledged':
      return { ...state, ...nothingRejected }
  }
}
