import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { makeConfiguredFolder } from '../config/configured-folder.ts'
import { asRefusal } from '../config/explain-failure.ts'
import { mailSubscriber } from '../messaging/mail/mail-subscriber.ts'
import { notificationSubscriber } from '../messaging/notifications/notification-subscriber.ts'
import { openWebhookDelivery } from '../messaging/webhooks/deliver-webhooks.ts'
import { webhookSubscriber } from '../messaging/webhooks/webhook-subscriber.ts'
import { openBackground } from '../platform/background/background-work.ts'
import { type LiveConfig, openLiveConfig } from '../platform/background/live-config.ts'
import type { BlobStores } from '../platform/blobs/blob-stores.ts'
import { claimStores } from '../platform/blobs/claim-store.ts'
import { openPlaces, openStores } from '../platform/blobs/open-stores.ts'
import type { Database } from '../platform/database/database.ts'
import { type OpenDatabase, openDatabase } from '../platform/database/open-database.ts'
import { compareTables, openReader } from '../platform/database/open-reader.ts'
import { openDispatcher } from '../platform/events/open-dispatcher.ts'
import { type Instance, openInstance } from '../platform/locks/instance.ts'
import { leaveInstances } from '../platform/locks/instance-rows.ts'
import { openFolderMailer } from '../platform/mail-transport/folder-mailer.ts'
import { followMailer } from '../platform/mail-transport/follow-mailer.ts'
import type { Mailer } from '../platform/mail-transport/mailer.ts'
import { openKeyRing } from '../platform/master-keys/live-keys.ts'
import {
  addMasterKey,
  findKidsInUse,
  findMasterKeys,
  keyFileOf,
  loadMasterKeys,
  readKeyFile,
} from '../platform/master-keys/master-keys.ts'
import { rotateMasterKey } from '../platform/master-keys/rotate-master-key.ts'
import { openPrometheusMeter } from '../platform/observability/prometheus-meter.ts'
import { openBuiltInScanner } from '../platform/scanner/built-in-scanner.ts'
import { openClamdScanner } from '../platform/scanner/clamd/clamd-scanner.ts'
import { askClamdVersion, pingClamd } from '../platform/scanner/clamd/ping-clamd.ts'
import { followScanner } from '../platform/scanner/follow-scanner.ts'
import type { Scanner } from '../platform/scanner/scanner.ts'
import type { Services } from '../platform/services.ts'
import type { Clock } from '../platform/time/clock.ts'
import { stepNames } from '../schema/migrations/steps.ts'

export { addMasterKey, findMasterKeys, rotateMasterKey }

/** Parts on their own, for a look at a service that changes nothing of it. */
export const lookAt = {
  openReader,
  compareTables,
  findMasterKeys,
  findKidsInUse,
  loadMasterKeys,
  keyFileOf,
  openPlaces,
  openMailer,
  pingClamd,
  askClamdVersion,
}

export type OpenServices = Services & { close(): Promise<void> }

/**
 * Opens everything the capabilities work with; the only place that picks adapters.
 * @param takeOver see claimStores
 * @throws StartRefused when something cannot be used as configured
 */
export async function openServices(
  start: Config,
  log: Logger,
  clock: Clock,
  { takeOver = false }: { readonly takeOver?: boolean } = {},
): Promise<OpenServices> {
  const opened = await openTables(start, log)
  const { database, engine, close: closeDatabase } = opened
  let instance: Instance | undefined
  let closeKeys: (() => Promise<void>) | undefined
  let live: LiveConfig | undefined
  try {
    instance = await openInstance(start.DATA_DIR, database)
    const { id, close: closeInstance } = instance
    const needs = { config: start, database, engine, clock, log }
    const { keyRing, close: closeKeyRing } = await openKeyRing(needs, { id, steps: stepNames })
    closeKeys = closeKeyRing
    live = await openLiveConfig(start, database, keyRing, log)
    const { config, close: closeConfig } = live
    const blobs = await openOwnStores(config, clock, database, takeOver)
    const open = {
      scanner: (address: Pick<Config, 'CLAMD_URL'>) =>
        openScanner({ ...address, CLAMD_STREAM_MAX: config.CLAMD_STREAM_MAX }, clock, log),
      mailer: (server: MailServer) => openMailer(server, config, clock),
    }
    const scanner = followScanner(config, open.scanner)
    const folder = openFolderMailer({ folder: join(config.DATA_DIR, 'mail') })
    const mailer = followMailer(config, folder, open.mailer)
    const meter = openPrometheusMeter()
    const background = openBackground(log)
    async function close() {
      scanner.close()
      await background.stop()
      await closeConfig()
      await closeKeyRing()
      await leaveInstances(database, id).catch((error: unknown) =>
        log.warn({ err: error }, 'locks could not be released and fall by themselves'),
      )
      closeInstance()
      await closeDatabase()
    }
    const parts = {
      config,
      settings: live,
      log,
      clock,
      database,
      engine,
      keyRing,
      readKeyFile: ownKeyFile(config),
      blobs,
      scanner,
      mailer,
      open,
      meter,
      background,
      instance: id,
    }
    const webhooks = openWebhookDelivery({ ...parts, wakeEvents: () => dispatcher.wake() })
    const dispatcher = openDispatcher(parts, [
      mailSubscriber(parts),
      notificationSubscriber(parts),
      webhookSubscriber(parts, webhooks.wake),
    ])
    return { ...parts, dispatcher, webhooks, close }
  } catch (error) {
    await closeKeys?.()
    await live?.close()
    instance?.close()
    await closeDatabase()
    throw asRefusal(error)
  }
}

/**
 * Opens the stores of blobs, once they are known to belong to the service of the database.
 * @param takeOver see claimStores
 * @throws StartRefused
 */
export async function openOwnStores(
  config: Config,
  clock: Clock,
  database: Database,
  takeOver: boolean,
): Promise<BlobStores> {
  const stores = await openStores(config, clock, database)
  await claimStores(stores, database, takeOver)
  return stores
}

/**
 * Brings the tables up to date, and does nothing else.
 * @throws StartRefused
 */
export async function migrateTables(config: Config, log: Logger) {
  const { engine, steps, close } = await openTables(config, log)
  await close()
  return { engine: engine.name, steps }
}

/**
 * Opens the tables and nothing else.
 * @param upTo the steps that had made the tables of an earlier version, which they are to be like; up to date unless told
 * @throws StartRefused
 */
export function openTables(
  { DATABASE_URL: url, DATABASE_POOL_SIZE: connections, DATA_DIR: dataDir }: Config,
  log: Logger,
  upTo?: readonly string[],
): Promise<OpenDatabase> {
  makeConfiguredFolder('DATA_DIR', dataDir)
  return openDatabase({
    url,
    dataDir,
    connections,
    onError: (error) => log.error({ err: error }, 'the database has failed'),
    upTo,
  })
}

/** The file that the server has made itself, or found where it makes one. */
function ownKeyFile(config: Config): (() => string) | undefined {
  const isBrought = config.MASTER_KEYS !== undefined || config.MASTER_KEYS_FILE !== undefined
  return isBrought ? undefined : () => readKeyFile(keyFileOf(config))
}

function openScanner(
  { CLAMD_URL: address, CLAMD_STREAM_MAX: windowSize }: Pick<Config, 'CLAMD_URL' | 'CLAMD_STREAM_MAX'>,
  clock: Clock,
  log: Logger,
): Scanner {
  if (address === undefined) return openBuiltInScanner()
  return openClamdScanner({ address, windowSize, clock, log })
}

type MailServer = Pick<Config, 'SMTP_URL' | 'SMTP_PASSWORD'>
type MailOptions = Pick<
  Config,
  | 'SMTP_TLS'
  | 'SMTP_CA_FILE'
  | 'SMTP_OAUTH_TOKEN_URL'
  | 'SMTP_OAUTH_CLIENT_ID'
  | 'SMTP_OAUTH_CLIENT_SECRET'
  | 'SMTP_OAUTH_SCOPE'
>

/** The SMTP library is large, and loaded only where there is a server to speak to. */
async function openMailer(
  { SMTP_URL, SMTP_PASSWORD }: MailServer,
  options: MailOptions,
  clock: Clock,
): Promise<Mailer> {
  if (SMTP_URL === undefined) throw new Error('SMTP_URL is not set')
  const { openSmtpMailer } = await import('../platform/mail-transport/smtp-mailer.ts')
  return openSmtpMailer({
    url: SMTP_URL,
    password: SMTP_PASSWORD,
    tls: options.SMTP_TLS,
    authorities: options.SMTP_CA_FILE,
    oauth: tokenClientOf(options),
    clock,
  })
}

function tokenClientOf({
  SMTP_OAUTH_TOKEN_URL: url,
  SMTP_OAUTH_CLIENT_ID: clientId,
  SMTP_OAUTH_CLIENT_SECRET: clientSecret,
  SMTP_OAUTH_SCOPE: scope,
}: MailOptions) {
  if (url === undefined || clientId === undefined || clientSecret === undefined) return undefined
  return { url, clientId, clientSecret, scope }
}
