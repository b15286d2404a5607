import type { FastifyInstance } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import type { Services } from '#server/platform/services.ts'
import { countUnread, listNotifications, markRead } from './notifications.ts'

/** The calls of a person about what happened to their files. */
export function notificationsRoutes(app: FastifyInstance, services: Services): void {
  bindEndpoint(app, endpoints.notifications, ({ caller, query }) =>
    listNotifications(services, caller.id, query),
  )

  bindEndpoint(app, endpoints.unreadNotifications, async ({ caller }) => ({
    unread: await countUnread(services, caller.id),
  }))

  bindEndpoint(app, endpoints.markNotificationsRead, async ({ caller, body }) => {
    await markRead(services, caller.id, body)
    return { unread: await countUnread(services, caller.id) }
  })
}
