import type { Services } from '#server/platform/services.ts'
import type { Admit } from '../links/find-live-link.ts'
import { consumeLinkCode } from '../links/link-codes.ts'
import { isProof } from '../links/link-proof.ts'
import { isTicket } from './reservations.ts'

/** What a request may bring for a link that needs a code: one of them is enough. */
export type Admission = {
  /** Of a code that fitted: see links/link-proof.ts. */
  readonly proof?: string | undefined
  /** Of a download that was issued to someone who had been admitted. */
  readonly ticket?: string | undefined
  /** A code itself, which is used up. */
  readonly code?: string | undefined
}

/** Admits to a link that needs a code those who bring a proof, a ticket or a code for it; the function throws Failure INVALID_CODE. */
export function admitWith(services: Services, { proof, ticket, code }: Admission): Admit {
  return async ({ id }, isLive) => {
    if (proof !== undefined && isProof(services, id, proof)) return true
    if (ticket !== undefined) return isTicket(services, id, ticket)
    if (code === undefined || !isLive) return false
    await consumeLinkCode(services, id, code)
    return true
  }
}
