import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { createApp } from '#server/app/app.ts'
import { openServices } from '#server/app/services.ts'
import { readConfig } from '#server/config/config.ts'
import { deliverMail } from '#server/messaging/mail/deliver-mail.ts'
import { removeOldNotifications } from '#server/messaging/notifications/notifications.ts'
import { mailRequestDigests } from '#server/messaging/notifications/request-notices.ts'
import { removeOldCalls } from '#server/messaging/webhooks/deliveries.ts'
import { tendReports } from '#server/moderation/tend-reports.ts'
import { announceLapsed } from '#server/requests/announce-lapsed.ts'
import { forgetRequests } from '#server/requests/forget-requests.ts'
import { createSweep } from '#server/transfers/sweep/sweep-transfers.ts'
import { eventsHandled } from './events-handled.ts'

/** A clock that a test moves by hand, ahead of the real one. After `freeze` it moves by hand only. */
export type TestClock = { now(): number; advance(milliseconds: number): void; freeze(): void }

type Options = {
  url?: string | undefined
  dataDir?: string
  /** Start of the clock, in milliseconds since 1970; the real time by default. */
  now?: number
  web?: boolean
  /** Folder of the built web app, if not the build's. */
  webFolder?: string
  /** Milliseconds in which the head and the body of a request have to come. */
  headTime?: number
  bodyTime?: number
  /** Gets every line of the log, which is silent otherwise. */
  log?: (line: string) => void
  /** Further options of the server, such as SMTP_URL. */
  environment?: Record<string, string>
}

/** For tests that look into the store of blobs: small files would lie in the database. */
export const keepInStore = { SMALL_FILES_IN_DATABASE: 'off' }

/**
 * The real app with its real services on a free port, in a folder of its own; gone when the test has ended. Hashing a
 * password costs little there, except at a PUBLIC_URL elsewhere.
 * `url` names a PostgreSQL; without it the database is SQLite. A `dataDir` that is given stays.
 */
export async function startServer({ url, dataDir, now, environment = {}, log, ...appOptions }: Options = {}) {
  const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'restante-')))
  let ahead = now === undefined ? 0 : now - Date.now()
  let frozen: number | undefined
  const clock: TestClock = {
    now: () => (frozen ?? Date.now()) + ahead,
    advance: (milliseconds) => (ahead += milliseconds),
    freeze: () => (frozen = Date.now()),
  }
  const place = url === undefined ? {} : { DATABASE_URL: url }
  const cost = environment.PUBLIC_URL === undefined ? { PASSWORD_COST: 'low' } : {}
  const config = readConfig({ DATA_DIR: folder, ...place, ...cost, ...environment })
  const logger = log ? pino({ level: 'trace' }, { write: log }) : pino({ level: 'silent' })
  const services = await openServices(config, logger, clock)
  const app = await createApp(services, { web: false, ...appOptions })
  const sweep = createSweep(services)
  const baseUrl = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    baseUrl,
    folder,
    clock,
    services,
    client: createClient({ baseUrl, schemas: endpoints }),
    /** The sweep and what runs beside it, with all that follows from it. */
    async sweep() {
      await sweep()
      await tendReports(services)
      await removeOldNotifications(services)
      await forgetRequests(services)
      await mailRequestDigests(services)
      await announceLapsed(services)
      await removeOldCalls(services)
      await eventsHandled(services)
    },
    /** The periodic delivery, besides those that a new mail starts. */
    async deliverMail() {
      await eventsHandled(services)
      await deliverMail(services)
    },
    /** The periodic calls of webhooks, besides those that a new event starts. */
    async callWebhooks() {
      await eventsHandled(services)
      await services.webhooks.run()
    },
    async [Symbol.asyncDispose]() {
      app.server.closeAllConnections()
      await app.close()
      await services.close()
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestServer = Awaited<ReturnType<typeof startServer>>
