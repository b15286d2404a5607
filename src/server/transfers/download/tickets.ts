import { networkOf } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import type { Admit } from '../links/find-live-link.ts'
import { consumeLinkCode } from '../links/link-codes.ts'
import { isProof } from '../links/link-proof.ts'
import { isTicket } from './reservations.ts'

/** Credentials for a link that needs a code: one of them is enough. */
export type Admission = {
  /** Proof of a correct code; see links/link-proof.ts. */
  readonly proof?: string | undefined
  /** Ticket of a download, issued to an admitted receiver. */
  readonly ticket?: string | undefined
  /** A code itself, which is used up. */
  readonly code?: string | undefined
  /** Address of the caller, as clientAddress gives it. */
  readonly address: string
}

/** Admits requests with a proof, a ticket or a code to a link that needs a code; the function throws Failure INVALID_CODE. */
export function admitWith(services: Services, { proof, ticket, code, address }: Admission): Admit {
  return async (link, isLive) => {
    const { id } = link
    if (proof !== undefined && isProof(services, id, proof)) return true
    if (ticket !== undefined) return isTicket(services, id, ticket)
    if (code === undefined || !isLive) return false
    await consumeLinkCode(services, link, { code, network: networkOf(address) })
    return true
  }
}
