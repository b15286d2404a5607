import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { versionHeader } from '#contract/headers.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import type { Services } from '#server/platform/services.ts'
import { senderOf } from '../sender/sender.ts'
import { readVersion } from './change-transfer.ts'
import { describeLink, describeManaged } from './describe-managed.ts'
import { findManaged, limitManageCalls, manageCredentials } from './find-managed.ts'
import { mailManageLink } from './mail-manage-link.ts'
import { addRecipient, remindRecipient } from './recipients.ts'

/** The calls that mail a transfer to people after sending, for its managers. */
export function recipientsRoutes(app: FastifyInstance, services: Services): void {
  const countCall = limitManageCalls(services)
  async function askedBy(request: FastifyRequest, ref: string) {
    await countCall(request)
    return {
      managed: await findManaged(services, ref, manageCredentials(request)),
      sender: senderOf(request),
      seen: readVersion(request.headers[versionHeader]),
    }
  }

  bindEndpoint(app, endpoints.addRecipient, async ({ params: { ref }, body, request }) => {
    const link = await addRecipient(services, await askedBy(request, ref), body)
    return { link: describeLink(link), transfer: await describeManaged(services, ref) }
  })

  bindEndpoint(app, endpoints.remindRecipient, async ({ params: { ref, linkId }, request }) => {
    const link = await remindRecipient(services, await askedBy(request, ref), linkId)
    return { link: describeLink(link), transfer: await describeManaged(services, ref) }
  })

  bindEndpoint(app, endpoints.mailManageLink, async ({ params: { ref }, body, request }) => {
    const { managed, sender } = await askedBy(request, ref)
    return mailManageLink(services, { managed, sender, ...manageCredentials(request) }, body)
  })
}
