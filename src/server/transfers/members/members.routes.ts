import { create as contentDisposition } from 'content-disposition'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { oneAtATime } from '#server/platform/background/turns.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import type { OpenPerAddress } from '#server/platform/http/open-per-address.ts'
import type { Services } from '#server/platform/services.ts'
import type { RunningDownloads } from '../download/running-downloads.ts'
import { findStillLive } from '../links/find-live-link.ts'
import { memberBody } from './member-body.ts'
import { type OpenedTransfer, openMembers } from './open-members.ts'
import { previewBody } from './previews/preview-body.ts'
import { thumbnailBody } from './previews/thumbnail-body.ts'
import { parseSelection, selectionText, selectMembers } from './selection.ts'
import { type Body, sendBytes } from './send-bytes.ts'

/** State that the calls share with those that send whole transfers. */
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
  /** Works on an opened transfer. If it ended before it was read, reports that; if it lost a file, opens it once again. */
  async function look<Found>(
    call: Asking,
    work: (transfer: OpenedTransfer) => Promise<Found>,
  ): Promise<Found> {
    try {
      return await work(await open(call))
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'FILE_DAMAGED')) throw error
      await findStillLive(services, call.params.id)
      return await work(await open(call))
    }
  }
  /** Chooses what is sent; nothing of what was looked into for that is kept while it goes out. */
  async function send(
    call: Asking & { readonly reply: FastifyReply },
    choose: (transfer: OpenedTransfer) => Promise<Body>,
  ): Promise<FastifyReply> {
    const { request, reply } = call
    const close = openDownloads.enter(clientAddress(request))
    try {
      const { live, body } = await look(call, async ({ members, ...opened }) => ({
        live: opened,
        body: await choose({ ...opened, members }),
      }))
      await sendBytes(services, running, live, body, request, reply)
    } finally {
      close()
    }
    return reply
  }

  // A search looks at every member: of one address one at a time, whatever it asks for.
  const inTurn = oneAtATime()
  bindEndpoint(app, endpoints.members, (call) => {
    const list = () => look(call, ({ members }) => members.list(call.query))
    return call.query.search === '' ? list() : inTurn(clientAddress(call.request), list)
  })

  bindEndpoint(app, endpoints.memberFile, (call) =>
    send(call, async (transfer) => {
      const member = await transfer.members.find(call.params.n)
      return memberBody(transfer, member, call.request, call.reply)
    }),
  )

  bindEndpoint(app, endpoints.memberPreview, (call) =>
    send(call, (transfer) => previewBody(transfer, call.params.n, call.request, call.reply)),
  )

  bindEndpoint(app, endpoints.memberThumbnail, (call) =>
    send(call, (transfer) => thumbnailBody(services, transfer, call.params.n)),
  )

  bindEndpoint(app, endpoints.selection, async (call) => {
    const { members } = call.body
    const { filename, size } = await look(call, (transfer) => selectMembers(transfer, members))
    const query = new URLSearchParams(call.query.ticket === undefined ? {} : { ticket: call.query.ticket })
    const url = `/api/download/${call.params.id}/selection?members=${selectionText(members)}&${query}`
    return { url: url.replace(/&$/, ''), filename, size }
  })

  bindEndpoint(app, endpoints.selectionFile, (call) =>
    send(call, async (transfer) => {
      const selection = await selectMembers(transfer, parseSelection(call.query.members))
      return {
        chunks: selection.read(),
        length: selection.size,
        headers: { 'content-disposition': contentDisposition(selection.filename) },
      }
    }),
  )
}
