import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Maintenance } from '#contract/admin.ts'
import { Failure } from '../failure.ts'

/** Seconds after which it makes sense to look again. */
const retryAfter = 60

/**
 * Keeps everybody but administrators out while the service is under maintenance, before their body is read. What is
 * running goes on to its end, and so may what only continues: see `inMaintenance` of the routes. Pages are still
 * served. To be called after authenticateCallers.
 * The hook throws Failure MAINTENANCE with the administrator's message.
 */
export function gateMaintenance(app: FastifyInstance, read: () => Promise<Maintenance>): void {
  app.addHook('onRequest', async (request) => {
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'page' || request.caller?.isAdmin || goesOn(request)) return
    const { active, message } = await read()
    if (active) throw maintenanceFailure(message)
  })
}

/** What anybody but an administrator is told. */
export function maintenanceFailure(message: string): Failure {
  return new Failure('MAINTENANCE', { message, retryAfter })
}

function goesOn({ routeOptions, query }: FastifyRequest): boolean {
  const { inMaintenance } = routeOptions.config
  if (inMaintenance !== 'to-go-on') return inMaintenance === 'open'
  return typeof query === 'object' && query !== null && 'ticket' in query
}
