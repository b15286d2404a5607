import type { Logger } from 'pino'
import type { KeyRing } from '#crypto/key-ring.ts'
import type { Config } from '../config.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database/database.ts'
import type { DatabaseEngine } from './database/database-engine.ts'
import type { Background } from './jobs/background.ts'
import type { Mailer } from './mail-transport/mailer.ts'
import type { Meter } from './metrics/meter.ts'
import type { Scanner } from './scanner/scanner.ts'

/** What the capabilities work with. Made in services.ts, handed down, never looked up. */
export type Services = {
  readonly config: Config
  readonly clock: Clock
  readonly database: Database
  readonly engine: DatabaseEngine
  readonly blobs: BlobStore
  readonly keyRing: KeyRing
  readonly scanner: Scanner
  readonly mailer: Mailer
  readonly meter: Meter
  readonly background: Background
  readonly log: Logger
}
