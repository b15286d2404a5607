import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import type { Group } from '#contract/operations/groups/groups.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { principalColumns, principalOfRow } from '#server/identity/principals/principal.ts'
import { belongingOf } from '#server/identity/principals/rules/belonging.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientNetwork } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { createGroup, deleteGroup, listGroups, updateGroup } from './change-groups.ts'
import { explainPolicy } from './explain-policy.ts'

/** The calls about groups and their rules. */
export function groupsRoutes(app: FastifyInstance, services: Services): void {
  bindEndpoint(app, endpoints.groups, async () => ({ groups: await listGroups(services) }))

  bindEndpoint(app, endpoints.createGroup, async ({ caller, body, request }) => {
    const id = await createGroup(services, body, { by: caller, network: clientNetwork(request) })
    return { group: await findGroup(id) }
  })

  bindEndpoint(app, endpoints.updateGroup, async ({ caller, body, params, request }) => {
    await updateGroup(services, params.id, body, { by: caller, network: clientNetwork(request) })
    return { group: await findGroup(params.id) }
  })

  bindEndpoint(app, endpoints.deleteGroup, async ({ caller, params, request }) => {
    await deleteGroup(services, params.id, { by: caller, network: clientNetwork(request) })
    return {}
  })

  bindEndpoint(app, endpoints.userPolicy, async ({ params }) => {
    const { database, config } = services
    const user = await database
      .selectFrom('users')
      .select(principalColumns)
      .where('id', '=', params.id)
      .executeTakeFirst()
    if (!user) throw new Failure('USER_NOT_FOUND')
    return explainPolicy(principalOfRow(user, belongingOf(user)), config)
  })

  async function findGroup(id: string): Promise<Group> {
    const group = (await listGroups(services)).find((one) => one.id === id)
    if (!group) throw new Failure('GROUP_NOT_FOUND')
    return group
  }
}
