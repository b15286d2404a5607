import type { FastifyInstance, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { versionHeader } from '#contract/headers.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { clientAddress, clientNetwork } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { removeTransfer } from '../lifetime/delete-transfer.ts'
import { receiveAddedFile } from './added-files.ts'
import { readVersion } from './change-transfer.ts'
import { claimTransfer } from './claim-transfer.ts'
import { describeLink, describeManaged } from './describe-managed.ts'
import { findManaged, limitManageCalls, manageCredentials, openManageLink } from './find-managed.ts'
import { addLink, revokeLink, updateLink } from './managed-links.ts'
import { changeFilePassword } from './passwords/change-file-password.ts'
import { changeSlot } from './passwords/change-slot.ts'
import { removeFile } from './remove-file.ts'
import { updateTransfer } from './update-transfer.ts'

/** The calls that manage a transfer after sending; see find-managed.ts for who may. */
export function manageRoutes(app: FastifyInstance, services: Services): void {
  const countCall = limitManageCalls(services)
  async function find(request: FastifyRequest, ref: string) {
    await countCall(request)
    return findManaged(services, ref, manageCredentials(request))
  }
  const seenIn = (request: FastifyRequest) => readVersion(request.headers[versionHeader])
  const describe = async (ref: string) => ({ transfer: await describeManaged(services, ref) })

  bindEndpoint(app, endpoints.manageSession, async ({ body: { id, token }, request }) => {
    await countCall(request)
    return { ref: await openManageLink(services, id, { token, network: clientNetwork(request) }) }
  })

  bindEndpoint(app, endpoints.managedTransfer, async ({ params: { ref }, request }) => {
    await find(request, ref)
    return describe(ref)
  })

  bindEndpoint(app, endpoints.updateTransfer, async ({ params: { ref }, body, request }) => {
    const goesOn = await updateTransfer(services, await find(request, ref), body, seenIn(request))
    return goesOn ? describe(ref) : { transfer: null }
  })

  bindEndpoint(app, endpoints.deleteTransfer, async ({ params: { ref }, request }) => {
    const { transfer, by, network } = await find(request, ref)
    const mayEndDisabled = request.caller?.isAdmin === true
    await removeTransfer(services, transfer, { caller: by, network, mayEndDisabled, seen: seenIn(request) })
    return { message: 'Transfer deleted.' }
  })

  bindEndpoint(app, endpoints.changeTransferPassword, async ({ params: { ref }, body, request }) => {
    const options = { seen: seenIn(request), address: clientAddress(request) }
    await changeFilePassword(services, await find(request, ref), body, options)
    return describe(ref)
  })

  bindEndpoint(app, endpoints.changeTransferSlot, async ({ params: { ref }, body, request }) => {
    const options = { seen: seenIn(request), address: clientAddress(request) }
    await changeSlot(services, await find(request, ref), body, options)
    return describe(ref)
  })

  bindEndpoint(app, endpoints.addTransferFile, async ({ params: { ref }, request, reply }) => {
    const managed = await find(request, ref)
    return receiveAddedFile(services, managed, { request, reply }, seenIn(request))
  })

  bindEndpoint(app, endpoints.removeTransferFile, async ({ params: { ref, position }, request }) => {
    const goesOn = await removeFile(services, await find(request, ref), position, seenIn(request))
    return goesOn ? describe(ref) : { transfer: null }
  })

  bindEndpoint(app, endpoints.claimTransfer, async ({ params: { ref }, body, caller, request }) => {
    await countCall(request)
    const asked = { caller, network: clientNetwork(request), seen: seenIn(request) }
    await claimTransfer(services, ref, { ...body, ...asked })
    return describe(ref)
  })

  bindEndpoint(app, endpoints.addLink, async ({ params: { ref }, body, request }) => {
    const link = await addLink(services, await find(request, ref), body, seenIn(request))
    return { link: describeLink(link), ...(await describe(ref)) }
  })

  bindEndpoint(app, endpoints.updateLink, async ({ params: { ref, id }, body, request }) => {
    await updateLink(services, await find(request, ref), id, body, seenIn(request))
    return describe(ref)
  })

  bindEndpoint(app, endpoints.revokeLink, async ({ params: { ref, id }, request }) => {
    const goesOn = await revokeLink(services, await find(request, ref), id, seenIn(request))
    return goesOn ? describe(ref) : { transfer: null }
  })
}
