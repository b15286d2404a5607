/**
 * Why the database did not do what was asked. `busy`: another connection held it for too long. `lost`: it cannot be
 * reached. `conflict`: it undid this transaction in favour of another; transact repeats those. `damaged`: what is
 * stored cannot be read.
 */
export type UnavailableReason = 'busy' | 'lost' | 'conflict' | 'damaged'

/** Conflicts in a row after which something else must be wrong. */
export const maxConflicts = 6

/**
 * The database is unavailable, perhaps only now. A transaction whose commit fails with `lost` may have been committed: ask the
 * tables.
 */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable'
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, cause: unknown) {
    super(`The database is ${reason}: ${messageOf(cause)}`, { cause })
    this.reason = reason
  }
}

/** The database has no room for what was to be written; nothing of it was. */
export class DatabaseFull extends Error {
  override readonly name = 'DatabaseFull'

  constructor(cause: unknown) {
    super(`The database is full: ${messageOf(cause)}`, { cause })
  }
}

/** Node reports several addresses tried as one error with an empty message. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(', ')
  return error instanceof Error ? error.message : String(error)
}
