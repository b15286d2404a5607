import { ApiError } from '#client/api-error.ts'
import { visitorTokenHeader } from '#contract/headers.ts'
import { requestLimits } from '#contract/requests/request-limits.ts'
import type { RequestTicketRequest } from '#contract/requests/requests.ts'
import { client } from '#web/accounts/client.ts'
import { keepVisit, recallVisit } from './visitor-memory.ts'

/** How long a ticket begins uploads, in milliseconds: a minute less than the server takes it. */
const life = requestLimits.ticketHours * 60 * 60_000 - 60_000

/** Permission to send to a file request for some hours, after the visitor has filled in the form. */
export type VisitTicket = {
  /** Whether there is one that still works. */
  isHeld(): boolean
  /** Asks for one in place of the one that is held. @throws ApiError */
  take(answers: RequestTicketRequest): Promise<void>
  /** @throws ApiError INVALID_REQUEST_TICKET where there is none */
  read(): string
  /** The server no longer takes it. */
  drop(): void
}

/** The ticket of this tab for a request. It is kept nowhere: another tab answers again. */
export function createVisitTicket(id: string): VisitTicket {
  /** `until` is by the clock of this device, which may differ from the server's by any amount. */
  let held: { readonly ticket: string; readonly until: number } | undefined
  const isHeld = () => held !== undefined && Date.now() < held.until
  return {
    isHeld,
    async take(answers) {
      const { token, checked } = recallVisit(id)
      const until = Date.now() + life
      const { ticket, visitorToken } = await client.call('requestTicket', {
        params: { id },
        body: answers,
        ...(token !== undefined && { headers: { [visitorTokenHeader]: token } }),
      })
      held = { ticket, until }
      keepVisit(id, { token: visitorToken, checked })
    },
    read() {
      if (held && isHeld()) return held.ticket
      throw new ApiError({
        status: 403,
        code: 'INVALID_REQUEST_TICKET',
        message: 'The time to send has run out.',
      })
    },
    drop() {
      held = undefined
    },
  }
}
