import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/platform/http/bind-endpoint.ts'
import type { Caller } from '#server/platform/http/caller.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import type { OpenPerAddress } from '#server/platform/http/open-per-address.ts'
import type { Services } from '#server/platform/services.ts'
import type { RunningDownloads } from '../download/running-downloads.ts'
import { type OpenedTransfer, openMembers } from './open-members.ts'
import { sendPreview } from './previews/send-preview.ts'
import { sendThumbnail } from './previews/send-thumbnail.ts'
import { parseSelection, selectionText, selectMembers } from './selection.ts'
import { sendBytes } from './send-bytes.ts'
import { sendMember } from './send-member.ts'

/** What the calls share with those that send whole transfers. */
type Shared = {
  readonly running: RunningDownloads
  readonly openDownloads: OpenPerAddress
  readonly limitInfo: (key: string) => Promise<void>
  /** The proof that a request brings for a link that needs a code. */
  readonly proofOf: (request: FastifyRequest) => string | undefined
}

type Asking = {
  readonly params: { readonly id: string }
  readonly query: { readonly ticket?: string | undefined }
  readonly caller: Caller | undefined
  readonly request: FastifyRequest
}

/** The calls about the files inside a transfer. */
export function membersRoutes(
  app: FastifyInstance,
  services: Services,
  { running, openDownloads, limitInfo, proofOf }: Shared,
): void {
  async function open({
    params: { id },
    query: { ticket },
    caller,
    request,
  }: Asking): Promise<OpenedTransfer> {
    const address = clientAddress(request)
    await limitInfo(`info:${address}`)
    return openMembers(services, { id, ticket, proof: proofOf(request), callerId: caller?.id, address })
  }
  async function send(
    call: Asking & { readonly reply: FastifyReply },
    work: (transfer: OpenedTransfer) => Promise<void>,
  ): Promise<FastifyReply> {
    const close = openDownloads.enter(clientAddress(call.request))
    try {
      await work(await open(call))
    } finally {
      close()
    }
    return call.reply
  }

  bindEndpoint(app, endpoints.members, async (call) => {
    const { members } = await open(call)
    return members.list(call.query.page, call.query.search)
  })

  bindEndpoint(app, endpoints.memberFile, (call) =>
    send(call, async (transfer) => {
      const member = await transfer.members.find(call.params.n)
      await sendMember(services, running, transfer, member, call.request, call.reply)
    }),
  )

  bindEndpoint(app, endpoints.memberPreview, (call) =>
    send(call, (transfer) =>
      sendPreview(services, running, transfer, call.params.n, call.request, call.reply),
    ),
  )

  bindEndpoint(app, endpoints.memberThumbnail, (call) =>
    send(call, (transfer) =>
      sendThumbnail(services, running, transfer, call.params.n, call.request, call.reply),
    ),
  )

  bindEndpoint(app, endpoints.selection, async (call) => {
    const { members } = call.body
    const { filename, size } = await selectMembers(await open(call), members)
    const query = new URLSearchParams(call.query.ticket === undefined ? {} : { ticket: call.query.ticket })
    const url = `/api/download/${call.params.id}/selection?members=${selectionText(members)}&${query}`
    return { url: url.replace(/&$/, ''), filename, size }
  })

  bindEndpoint(app, endpoints.selectionFile, (call) =>
    send(call, async (transfer) => {
      const selection = await selectMembers(transfer, parseSelection(call.query.members))
      const body = {
        pieces: selection.read(),
        length: selection.size,
        headers: { 'content-disposition': contentDisposition(selection.filename) },
      }
      await sendBytes(services, running, transfer, body, call.request, call.reply)
    }),
  )
}
