import type { Logger } from 'pino'
import type { KeyRing } from '#crypto/keys/key-ring.ts'
import type { Config } from '../config/config.ts'
import type { Background } from './background/background.ts'
import type { LiveConfig } from './background/live-config.ts'
import type { BlobStores } from './blobs/blob-stores.ts'
import type { Database } from './database/database.ts'
import type { DatabaseEngine } from './database/database-engine.ts'
import type { Mailer } from './mail-transport/mailer.ts'
import type { Meter } from './observability/meter.ts'
import type { Scanner } from './scanner/scanner.ts'
import type { Clock } from './time/clock.ts'

/** Hands events to their subscribers; see docs/decisions/0011-events.md. */
export type Dispatcher = {
  /** Handles what was appended and committed, while the caller goes on. */
  wake(): void
  /** Handles every event that is due; resolves when there is none, or soon after `stopping` is aborted. */
  run(stopping?: AbortSignal): Promise<void>
}

/** Calls of webhooks that wait: `wake` begins to make them, `run` resolves when none is due. */
export type WebhookDelivery = { wake(): void; run(stopping?: AbortSignal): Promise<void> }

/** Services of the capabilities. Made in services.ts, handed down, never looked up. */
export type Services = {
  /** Options with a `setting` change in it while the server runs: read them at each call. */
  readonly config: Config
  readonly settings: Pick<LiveConfig, 'refresh' | 'heldBack'>
  readonly clock: Clock
  readonly database: Database
  readonly engine: DatabaseEngine
  readonly blobs: BlobStores
  readonly keyRing: KeyRing
  /** The file with the master keys; undefined where the operator brings the keys along. */
  readonly readKeyFile: (() => string) | undefined
  readonly scanner: Scanner
  readonly mailer: Mailer
  /** Opens services that the settings name, to try them before they are saved. */
  readonly open: {
    scanner(address: Pick<Config, 'CLAMD_URL'>): Scanner
    mailer(server: Pick<Config, 'SMTP_URL' | 'SMTP_PASSWORD'>): Promise<Mailer>
  }
  readonly meter: Meter
  readonly background: Background
  /** The id of this process among all that work on the database: see platform/locks/instance.ts. */
  readonly instance: string
  readonly dispatcher: Dispatcher
  readonly webhooks: WebhookDelivery
  readonly log: Logger
}
