import type { DatabaseSync } from 'node:sqlite'
import { DatabaseUnavailable } from '../database-failure.ts'
import { retryWhileBusy } from './sqlite-failure.ts'

/** A transaction, or a single statement, of a group. All but the first have a savepoint, so that each can be undone alone. */
type GroupMember = { readonly group: Group; readonly hasSavepoint: boolean }

type Group = {
  /** Whether something waits for the commit. */
  joined: boolean
  /** Closed to further writes: its turn of the event loop is over. */
  closing: boolean
  committing: boolean
  readonly done: PromiseWithResolvers<void>
}

type Surroundings = {
  /** How long a commit may wait for another process, in milliseconds. */
  readonly busyLimitMs: number
  /** Whether a member is at work. */
  isHeld(): boolean
  /** The group is over, and the connection outside of any transaction. */
  onEnd(): void
  classify(error: unknown): unknown
}

/**
 * Commits together what is written in one turn of the event loop: one transaction of SQLite and one sync of its file for all of
 * them, and none has its answer before that. A statement that fails is undone alone; a failed commit fails all.
 */
export class GroupCommit {
  readonly #connection: DatabaseSync
  readonly #around: Surroundings
  #group: Group | undefined

  constructor(connection: DatabaseSync, around: Surroundings) {
    this.#connection = connection
    this.#around = around
  }

  /** Whether there is something that is not committed. */
  isOpen(): boolean {
    return this.#group !== undefined
  }

  /** Whether another member may begin now. */
  admits(): boolean {
    return this.#group === undefined || !this.#group.closing
  }

  /** Begins a member, where none is at work: the first takes the write lock. @throws SQLite's error */
  begin(): GroupMember {
    if (this.#group) {
      this.#connection.exec('savepoint member')
      return { group: this.#group, hasSavepoint: true }
    }
    this.#connection.exec('begin immediate')
    this.#group = { joined: false, closing: false, committing: false, done: Promise.withResolvers() }
    return { group: this.#group, hasSavepoint: false }
  }

  /** @throws DatabaseUnavailable when an error has undone the whole group */
  assertOpen({ group }: GroupMember): void {
    if (group !== this.#group) throw new DatabaseUnavailable('conflict', 'the transaction has been undone')
  }

  /** Ends a member that is to be committed. The promise settles when it is durable, or certainly not. */
  join({ group, hasSavepoint }: GroupMember): Promise<void> {
    if (hasSavepoint) this.#connection.exec('release member')
    if (!group.joined) {
      group.joined = true
      setImmediate(() => {
        group.closing = true
        this.commitIfDue()
      })
    }
    return group.done.promise
  }

  /** Undoes a member that has not joined. */
  rollback(member: GroupMember): void {
    if (member.group !== this.#group) return
    if (!this.#connection.isTransaction) this.#fail(member.group, 'an error has undone the group')
    else if (member.hasSavepoint) this.#connection.exec('rollback to member; release member')
    else {
      this.#connection.exec('rollback')
      this.#over(member.group)
    }
  }

  /** To be called with every error of a statement: some undo everything that was not committed. */
  notice(error: unknown): void {
    if (this.#group && !this.#connection.isTransaction) this.#fail(this.#group, error)
  }

  /** Commits a group whose turn is over, unless a member is still at work: then when it has ended. */
  commitIfDue(): void {
    const group = this.#group
    if (!group?.closing || group.committing || this.#around.isHeld()) return
    group.committing = true
    this.#commit(group).then(group.done.resolve, group.done.reject)
  }

  /** Resolves when nothing waits for a commit. */
  async end(): Promise<void> {
    if (this.#group?.joined) await this.#group.done.promise.catch(() => {})
  }

  async #commit(group: Group): Promise<void> {
    try {
      await retryWhileBusy(() => this.#connection.exec('commit'), this.#around.busyLimitMs)
    } catch (error) {
      if (this.#connection.isTransaction) this.#connection.exec('rollback')
      throw this.#around.classify(error)
    } finally {
      this.#over(group)
    }
  }

  /** Those that had joined did nothing wrong: their transactions may be repeated. */
  #fail(group: Group, error: unknown): void {
    this.#over(group)
    if (group.joined) group.done.reject(new DatabaseUnavailable('conflict', error))
  }

  #over(group: Group): void {
    if (this.#group === group) this.#group = undefined
    this.#around.onEnd()
  }
}
