import type { Counts } from './counts.ts'

/** One call, from its head on. */
type Call = {
  readonly method: string
  /** The pattern of the address, never the address itself: ids are secrets. */
  readonly route: string
}

/** One call that was answered, or broke off. */
export type AnsweredCall = Call & {
  readonly status: number
  readonly seconds: number
  /** Of the failure that was answered. */
  readonly code: string | undefined
}

/** How the service is at the moment of asking. */
export type ServiceState = {
  readonly liveFiles: number
  readonly storedBytes: number
  readonly users: number
  readonly activeSessions: number
  /** What waits to be done, by kind. */
  readonly queues: Readonly<Record<string, number>>
  /** For how long content of an ended transfer has waited to be deleted, in milliseconds; 0 while none waits. */
  readonly removalDelay: number
  /** Bytes that may still be stored; undefined where nobody can tell. */
  readonly freeSpace: number | undefined
  /** Whether each thing that the service needs works, by name. */
  readonly checks: Readonly<Record<string, boolean>>
  /** Blobs that a scrub, a backup or a download found missing or altered. */
  readonly damagedBlobs: number
  /** Kinds of data, and whether some of it is kept for longer than promised. */
  readonly retention: readonly { readonly kind: string; readonly exceeded: boolean }[]
  /** Names of the alarms that are on. */
  readonly alarms: readonly string[]
  readonly maintenance: boolean
  /** When the latest complete backup was begun, in milliseconds since 1970; undefined while there is none. */
  readonly lastBackup: number | undefined
}

/** Counts what happens, for those who watch over the service. None of it ever fails. */
export type Meter = {
  /** Every call that begins is answered later. */
  began(call: Call): void
  answered(call: AnsweredCall): void
  /** So many bytes of a file have arrived. */
  received(bytes: number): void
  /** A transfer has become a file of so many bytes. */
  uploaded(bytes: number): void
  /** So many bytes of a file have gone out, which may be a part of it. */
  downloaded(bytes: number): void
  /** What this process has counted. */
  count(): Promise<Counts>
  /** All that the processes of this instance have counted, with the state now, as text of the given content type. */
  write(state: ServiceState): Promise<{ contentType: string; text: string }>
}
