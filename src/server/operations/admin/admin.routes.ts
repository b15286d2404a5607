import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { usualMaintenanceMessage } from '#contract/operations/maintenance-message.ts'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { invite, listInvitations, withdrawInvitation } from '#server/identity/accounts/invitations.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import type { PersonalParts } from '#server/identity/personal-data/personal-data.ts'
import { clientNetwork } from '#server/platform/http/client-address.ts'
import { findMaintenance, type MaintenanceWatch } from '#server/platform/http/maintenance.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteByReference } from '#server/transfers/lifetime/delete-transfer.ts'
import { cleanUpFiles, cleanUpLimits, cleanUpSessions } from './clean-up.ts'
import { describeDashboard } from './describe-dashboard.ts'
import { describeSystem } from './describe-system.ts'
import { listFiles } from './list-files.ts'
import { findNews, markNewsRead } from './news.ts'
import { resetFactors } from './reset-factors.ts'
import { switchMaintenance } from './switch-maintenance.ts'
import { updateUser } from './update-user.ts'
import { deleteUser, findUser, listUsers } from './users.ts'

/** The calls of administrators. */
export function adminRoutes(
  app: FastifyInstance,
  services: Services,
  { watch, parts }: { readonly watch: MaintenanceWatch; readonly parts: PersonalParts },
): void {
  const reading: Services = { ...services, database: services.engine.slowReads }
  bindEndpoint(app, endpoints.adminDashboard, async () => ({ dashboard: await describeDashboard(reading) }))
  bindEndpoint(app, endpoints.adminSystem, async () => ({ system: await describeSystem(reading) }))

  bindEndpoint(app, endpoints.news, async ({ caller }) => ({ version: await findNews(services, caller.id) }))
  bindEndpoint(app, endpoints.newsRead, async ({ caller }) => {
    await markNewsRead(services, caller.id)
    return { version: null }
  })

  bindEndpoint(app, endpoints.adminUsers, ({ query }) => listUsers(reading, query))
  bindEndpoint(app, endpoints.adminUser, async ({ params }) => ({
    user: await findUser(services, params.id),
  }))

  bindEndpoint(app, endpoints.createUser, async ({ caller, body }) => {
    const { storageLimit, isAdmin, ...rest } = body
    const { id } = await createUser(
      services,
      {
        ...rest,
        ...(storageLimit === undefined ? {} : { storageLimit }),
        isAdmin: isAdmin ?? false,
        mustChangePassword: true,
      },
      caller,
    )
    return { user: await findUser(services, id) }
  })

  bindEndpoint(app, endpoints.updateUser, async ({ caller, params, body, request }) => {
    await updateUser(services, params.id, body, actor(caller, request))
    return { user: await findUser(services, params.id) }
  })

  bindEndpoint(app, endpoints.deleteUser, async ({ caller, params }) => {
    await deleteUser(services, parts, params.id, caller)
    return { message: 'The user and all files of theirs are deleted.' }
  })

  bindEndpoint(app, endpoints.resetFactors, async ({ caller, params, request }) => {
    await resetFactors(services, params.id, actor(caller, request))
    return { message: 'The second factors of the user are removed.' }
  })

  bindEndpoint(app, endpoints.invitations, async () => ({ invitations: await listInvitations(services) }))
  bindEndpoint(app, endpoints.invite, ({ caller, body, request }) =>
    invite(services, body, actor(caller, request)),
  )
  bindEndpoint(app, endpoints.withdrawInvitation, async ({ caller, params, request }) => {
    await withdrawInvitation(services, params.id, actor(caller, request))
    return { message: 'The invitation is withdrawn.' }
  })

  bindEndpoint(app, endpoints.adminFiles, ({ query }) => listFiles(reading, query))

  bindEndpoint(app, endpoints.adminDeleteFile, async ({ caller, params, request }) => {
    await deleteByReference(services, params.id, { caller, network: clientNetwork(request) })
    return { message: 'File deleted.' }
  })

  bindEndpoint(app, endpoints.cleanUpFiles, async ({ caller, request }) => ({
    details: await cleanUpFiles(services, actor(caller, request)),
  }))
  bindEndpoint(app, endpoints.cleanUpSessions, async ({ caller, request }) => ({
    deletedCount: await cleanUpSessions(services, actor(caller, request)),
  }))
  bindEndpoint(app, endpoints.cleanUpRateLimits, async ({ caller, request }) => ({
    deletedCount: await cleanUpLimits(services, actor(caller, request)),
  }))

  bindEndpoint(app, endpoints.maintenance, async () => ({
    maintenance: await findMaintenance(services.database),
  }))

  bindEndpoint(app, endpoints.enableMaintenance, async ({ caller, body, request }) => {
    const maintenance = { active: true, message: body.message || usualMaintenanceMessage }
    await switchMaintenance(services, maintenance, actor(caller, request))
    watch.forget()
    return { maintenance }
  })

  bindEndpoint(app, endpoints.disableMaintenance, async ({ caller, request }) => {
    const maintenance = { active: false, message: '' }
    await switchMaintenance(services, maintenance, actor(caller, request))
    watch.forget()
    return { maintenance }
  })
}

/** The caller and their network, for the audit log. */
function actor(by: Caller, request: FastifyRequest) {
  return { by, network: clientNetwork(request) }
}
