import { DatabaseUnavailable } from '#server/platform/database/database-failure.ts'
import type { Services } from '#server/platform/services.ts'

/** `off`: not configured, and the service works without it. */
type State = 'ok' | 'down' | 'off'

export type Checks = {
  readonly database: State
  readonly storage: State
  readonly scanner: State
  readonly mail: State
}

/** Checks everything that the service needs by using it. Failures are logged. */
export async function checkServices(services: Services): Promise<Checks> {
  const { blobs, scanner, mailer, log } = services
  async function check(name: string, run: () => Promise<unknown>): Promise<State> {
    try {
      await run()
      return 'ok'
    } catch (error) {
      log.error({ err: error, check: name }, 'health check failed')
      return 'down'
    }
  }
  const [databaseState, storage, scannerState, mail] = await Promise.all([
    check('database', () => checkDatabase(services)),
    check('storage', () => Promise.all(blobs.all.map((store) => store.check()))),
    check('scanner', () => scanner.check()),
    mailer.name === 'folder' ? ('off' as const) : check('mail', () => mailer.check()),
  ])
  return { database: databaseState, storage, scanner: scannerState, mail }
}

/** A full disk still reads, so something is written; damage that was found stays known until it is mended. */
async function checkDatabase({ database, engine, clock }: Services): Promise<void> {
  await database.updateTable('service').set({ checked_at: clock.now() }).execute()
  if (engine.isDamaged()) throw new DatabaseUnavailable('damaged', 'restore a backup')
}
