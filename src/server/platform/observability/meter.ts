/** One call, from its head on. */
type Call = {
  readonly method: string
  /** The pattern of the address, never the address itself: ids are secrets. */
  readonly route: string
}

/** One call that was answered, or broke off. */
type AnsweredCall = Call & {
  readonly status: number
  readonly seconds: number
  /** Code of the failure that was answered. */
  readonly code: string | undefined
}

/** How the service is at the moment of asking. */
export type ServiceState = {
  readonly liveFiles: number
  readonly storedBytes: number
  readonly users: number
  readonly activeSessions: number
  /** Lengths of the queues, by kind. */
  readonly queues: Readonly<Record<string, number>>
  /** For how long content of an ended transfer has waited to be deleted, in milliseconds; 0 while none waits. */
  readonly removalDelay: number
  /** Bytes that may still be stored; undefined if unknown. */
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

/** Counts events for monitoring. Never fails. */
export type Meter = {
  /** Every call that begins is answered later. */
  began(call: Call): void
  answered(call: AnsweredCall): void
  /** Counts bytes of files that have arrived. */
  received(bytes: number): void
  /** Counts a completed transfer and its bytes. */
  uploaded(bytes: number): void
  /** Counts bytes of files that were sent, parts included. */
  downloaded(bytes: number): void
  /** All that the processes of this instance have counted, with the state now, as text of the given content type. */
  write(state: ServiceState): Promise<{ contentType: string; text: string }>
}
