import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Maintenance } from '#contract/operations/admin.ts'
import type { Database } from '../database/database.ts'
import { Failure } from '../failure.ts'
import type { Services } from '../services.ts'

/** Milliseconds for which an instance believes what it read: two at most pass before every instance knows. */
const freshness = 1_000

/** Whether the service is under maintenance, as this instance knows. */
export type MaintenanceWatch = {
  /** Without a promise while it is known: most calls need not wait. */
  read(): Maintenance | Promise<Maintenance>
  /** Makes the next read look again; for a caller that has just changed it. */
  forget(): void
}

/** Whether the service is under maintenance, as the database has it. */
export async function findMaintenance(database: Database): Promise<Maintenance> {
  const { active, message } = await database
    .selectFrom('maintenance')
    .select(['active', 'message'])
    .executeTakeFirstOrThrow()
  return { active: active === 1, message }
}

/** Sets it, for all instances and for after a restart. */
export async function setMaintenance(database: Database, { active, message }: Maintenance): Promise<void> {
  await database
    .updateTable('maintenance')
    .set({ active: active ? 1 : 0, message })
    .execute()
}

/** Reads the state once a second at most, so that every call may ask. While the database is away the last word holds. */
export function watchMaintenance({ database, clock, log }: Services): MaintenanceWatch {
  let known: Maintenance = { active: false, message: '' }
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Maintenance> | undefined

  async function look(): Promise<Maintenance> {
    const startedAt = clock.now()
    try {
      known = await findMaintenance(database)
      readAt = startedAt
    } catch (error) {
      log.error({ err: error }, 'maintenance state unavailable')
    } finally {
      reading = undefined
    }
    return known
  }
  return {
    read() {
      // A clock that was put right in between makes it look again.
      // guard: maintenance read by a clock that was ahead -> tests/http/operations/clock-put-right.test.ts "hears of maintenance"
      //   Math.abs(clock.now() - readAt) becomes clock.now() - readAt
      if (Math.abs(clock.now() - readAt) < freshness) return known
      reading ??= look()
      return reading
    },
    forget() {
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}

/** Seconds after which it makes sense to look again. */
const retryAfter = 60

/**
 * Admits administrators only while the service is under maintenance, before a body is read. Running calls end normally, and
 * continuations may begin: see `inMaintenance` of the routes. Pages are still served. The hook throws Failure MAINTENANCE with
 * the administrator's message.
 * @param passes whether an administrator calls
 */
export function gateMaintenance(
  app: FastifyInstance,
  read: MaintenanceWatch['read'],
  passes: (request: FastifyRequest) => boolean,
): void {
  function assertOpen({ active, message }: Maintenance): void {
    // guard: maintenance -> tests/http/operations/maintenance.test.ts "everybody but administrators"
    if (active) throw maintenanceFailure(message)
  }
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'page' || passes(request) || goesOn(request)) return done()
    const state = read()
    if (state instanceof Promise) {
      state.then(assertOpen).then(() => done(), done)
      return
    }
    assertOpen(state)
    done()
  })
}

/** The refusal for everyone but administrators. */
export function maintenanceFailure(message: string): Failure {
  return new Failure('MAINTENANCE', { message, retryAfter })
}

function goesOn({ routeOptions, query }: FastifyRequest): boolean {
  const { inMaintenance } = routeOptions.config
  if (inMaintenance !== 'to-go-on') return inMaintenance === 'open'
  return typeof query === 'object' && query !== null && 'ticket' in query
}
