import type { FastifyRequest } from 'fastify'
import { requestTicketHeader } from '#contract/headers.ts'
import { chosenLifetime } from '#server/identity/principals/choose-lifetime.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { findPrincipal } from '#server/identity/principals/principal.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { type RequestTicket, readTicket } from '../request-ticket.ts'
import { type Sender, senderOf } from '../sender.ts'
import { findRequest, stateOf, takesNothing } from './find-request.ts'
import { allowedTypes, readNames, readTypes } from './request-fields.ts'

/**
 * The sender of an upload: the visitor of a request where a ticket came with it, otherwise the caller.
 * @throws Failure INVALID_REQUEST_TICKET, REQUEST_NOT_FOUND, REQUEST_CLOSED
 */
export async function uploadSenderOf(services: Services, request: FastifyRequest): Promise<Sender> {
  const text = request.headers[requestTicketHeader]
  if (text === undefined) return senderOf(request)
  const ticket = typeof text === 'string' ? readTicket(services, text) : undefined
  if (!ticket) throw new Failure('INVALID_REQUEST_TICKET')
  return visitorSender(services, ticket, clientAddress(request))
}

/**
 * The visitor of a request as a sender: storage, sizes and lifetimes are those of the request's owner, as they are now. An
 * upload that was begun with a ticket that has run out may be finished while the request is open.
 * @throws Failure REQUEST_NOT_FOUND, REQUEST_CLOSED
 */
export async function visitorSender(
  services: Pick<Services, 'database' | 'clock' | 'config'>,
  ticket: RequestTicket,
  address: string,
): Promise<Sender> {
  const { database, clock, config } = services
  const row = await findRequest(database, ticket.requestId)
  const now = clock.now()
  if (takesNothing(row) || (ticket.until <= now && stateOf(row, now) === 'ended'))
    throw new Failure('REQUEST_CLOSED')
  const principal = await findPrincipal(database, row.owner_id)
  return {
    principal,
    address,
    visitor: {
      ticket,
      requester: row.username,
      pairId: row.pair_id,
      lifetime: chosenLifetime(row.keep_for, policyFor(principal, config), config),
      types: allowedTypes(readTypes(row.types), config),
      checklist: readNames(row.checklist),
      largestUpload: row.largest_upload,
    },
  }
}

/** Translates failures for visitors, who learn no more of the owner's account than that it has no room. */
export function visitorFailure({ visitor }: Pick<Sender, 'visitor'>, error: unknown): unknown {
  if (!visitor || !(error instanceof Failure)) return error
  switch (error.code) {
    case 'STORAGE_QUOTA_EXCEEDED':
      return new Failure('REQUESTER_HAS_NO_ROOM', {
        message: `${visitor.requester} has no room left. Please tell them.`,
        cause: error,
      })
    case 'INVALID_TOKEN':
      return new Failure('REQUEST_NOT_FOUND', { cause: error })
    case 'KEY_NOT_FOUND':
    case 'UPLOADS_SUSPENDED':
      return new Failure('REQUEST_CLOSED', { cause: error })
    default:
      return error
  }
}
