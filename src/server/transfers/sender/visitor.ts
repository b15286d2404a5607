import type { RequestTicket } from './request-ticket.ts'

/** A visitor who sends to a request, and what the request accepts at this moment. */
export type Visitor = {
  readonly ticket: RequestTicket
  /** Username of the owner. */
  readonly requester: string
  readonly pairId: string | null
  /** How long files are kept, in milliseconds. */
  readonly lifetime: number
  /** Extensions that are taken; undefined for all. */
  readonly types: readonly string[] | undefined
  readonly checklist: readonly string[]
  /** Bytes of one upload. */
  readonly largestUpload: number | null
}
