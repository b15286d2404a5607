import { join } from 'node:path'
import type { Logger } from 'pino'
import { createKeyRing } from '#crypto/key-ring.ts'
import type { Config } from './config.ts'
import type { BlobStore } from './platform/blobs/blob-store.ts'
import { openDiskBlobStore } from './platform/blobs/disk/disk-blob-store.ts'
import { openS3BlobStore } from './platform/blobs/s3/s3-blob-store.ts'
import type { Clock } from './platform/clock.ts'
import { makeDataFolder } from './platform/data-folder.ts'
import { type OpenDatabase, openDatabase } from './platform/database/open-database.ts'
import { openBackground } from './platform/jobs/background-work.ts'
import { openFolderMailer } from './platform/mail-transport/folder-mailer.ts'
import type { Mailer } from './platform/mail-transport/mailer.ts'
import { addMasterKey, findMasterKeys, loadMasterKeys } from './platform/master-keys.ts'
import { openPrometheusMeter } from './platform/metrics/prometheus-meter.ts'
import { openBuiltInScanner } from './platform/scanner/built-in-scanner.ts'
import { openClamdScanner } from './platform/scanner/clamd/clamd-scanner.ts'
import type { Scanner } from './platform/scanner/scanner.ts'
import type { Services } from './platform/services.ts'

export { addMasterKey, findMasterKeys }

export type OpenServices = Services & { close(): Promise<void> }

/**
 * Opens everything the capabilities work with; the only place that picks adapters.
 * @throws StartRefused when something cannot be used as configured
 */
export async function openServices(config: Config, log: Logger, clock: Clock): Promise<OpenServices> {
  const opened = await openTables(config, log)
  const { database, close: closeDatabase } = opened
  const engine = { name: opened.engine, snapshot: opened.snapshot, isIntact: opened.isIntact }
  try {
    const keyRing = createKeyRing(await loadMasterKeys(config, database))
    const blobs = await openBlobs(config, clock)
    const scanner = openScanner(config, clock, log)
    const mailer = await openMailer(config, clock)
    const meter = openPrometheusMeter()
    const background = openBackground(log)
    async function close() {
      scanner.close()
      await background.stop()
      await closeDatabase()
    }
    return {
      config,
      log,
      clock,
      database,
      engine,
      keyRing,
      blobs,
      scanner,
      mailer,
      meter,
      background,
      close,
    }
  } catch (error) {
    await closeDatabase()
    throw error
  }
}

/**
 * Brings the tables up to date, and does nothing else.
 * @throws StartRefused
 */
export async function migrateTables(config: Config, log: Logger) {
  const { engine, steps, close } = await openTables(config, log)
  await close()
  return { engine, steps }
}

/**
 * Opens the tables and nothing else.
 * @param upTo the steps that had made the tables of an earlier version, which they are to be like; up to date unless told
 * @throws StartRefused
 */
export function openTables(
  { DATABASE_URL: url, DATA_DIR: dataDir }: Config,
  log: Logger,
  upTo?: readonly string[],
): Promise<OpenDatabase> {
  makeDataFolder(dataDir)
  return openDatabase({
    url,
    dataDir,
    onError: (error) => log.error({ err: error }, 'database connection lost'),
    upTo,
  })
}

async function openBlobs(config: Config, clock: Clock): Promise<BlobStore> {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = config
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    return openDiskBlobStore({ folder: join(config.DATA_DIR, 'blobs'), clock })
  }
  const { S3_ENDPOINT: endpoint, S3_REGION: region } = config
  return openS3BlobStore({ bucket, endpoint, region, accessKeyId, secretAccessKey })
}

function openScanner(config: Config, clock: Clock, log: Logger): Scanner {
  const { CLAMD_URL: address, CLAMD_STREAM_MAX: windowSize } = config
  if (address === undefined) return openBuiltInScanner()
  return openClamdScanner({ address, windowSize, clock, log })
}

/** The SMTP library is large, and loaded only where there is a server to speak to. */
async function openMailer({ SMTP_URL: url, DATA_DIR }: Config, clock: Clock): Promise<Mailer> {
  if (url === undefined) return openFolderMailer({ folder: join(DATA_DIR, 'mail') })
  const { openSmtpMailer } = await import('./platform/mail-transport/smtp-mailer.ts')
  return openSmtpMailer({ url, clock })
}
