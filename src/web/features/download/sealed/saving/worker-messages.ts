import type { BundlePlace } from '#end-to-end/format/bundle-reader.ts'
import type { ToSave } from './to-save.ts'

/** Number of these messages, raised when they change: a page that meets another worker saves in another way. */
export const protocol = 1

/** Files that the worker fetches, opens and hands to the browser, and where they lie. */
export type Order = {
  readonly toSave: ToSave
  readonly length: number
  readonly place: BundlePlace
  readonly url: string
}

/** A message to the worker itself, which alone keeps it alive. An order comes with a port. */
export type Beat = { readonly id: string; readonly order?: Order; readonly isOver?: boolean }

/** A message of the worker, by the port of an order. */
export type Told =
  | { readonly kind: 'ready'; readonly protocol: number }
  | { readonly kind: 'alive' }
  /** The browser has begun to read. */
  | { readonly kind: 'begun' }
  /** The browser has taken this number of bytes. */
  | { readonly kind: 'taken'; readonly bytes: number }
  /** The line to the server is gone, or back. */
  | { readonly kind: 'lost'; readonly lost: boolean }
  /** The ticket has ended: the page answers with an address that is good. */
  | { readonly kind: 'renew' }
  /** The browser has all of it, and every byte was authenticated. */
  | { readonly kind: 'closed' }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly failure: Failed }

/** An error on its way to the page, where it becomes one of the same kind. */
export type Failed = {
  readonly name: string
  readonly message: string
  readonly status?: number
  readonly code?: string
}

/** The answer to `renew`. */
export type Renewed = { readonly url: string }
