import { sql } from 'kysely'
import type { Services } from '#server/platform/services.ts'

/** `off`: not configured, and the service works without it. */
type State = 'ok' | 'down' | 'off'

export type Checks = {
  readonly database: State
  readonly storage: State
  readonly scanner: State
  readonly mail: State
}

/** Whether everything that the service needs works now, each tried for real. What does not is in the log. */
export async function checkServices({ database, blobs, scanner, mailer, log }: Services): Promise<Checks> {
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
    check('database', () => sql`select 1`.execute(database)),
    check('storage', () => blobs.check()),
    check('scanner', () => scanner.check()),
    mailer.name === 'folder' ? ('off' as const) : check('mail', () => mailer.check()),
  ])
  return { database: databaseState, storage, scanner: scannerState, mail }
}
