import { type ErrorCode, errors } from '#contract/errors.ts'

export type FailureDetails = {
  /** Replaces the table's sentence where it can say more; keeps the words promised in the table. */
  message?: string
  details?: string
  /** File name extensions that would have been taken. */
  supportedTypes?: readonly string[]
  /** Masked address that a code goes to. */
  sentTo?: string
  /** How many tries are left with a code. */
  attemptsLeft?: number
  /** Page with the reasons of a decision. */
  decision?: string
  /** Seconds until another try makes sense. */
  retryAfter?: number
  cause?: unknown
}

/** The one way to refuse: a code of the table, answered once at the edge by send-failure.ts. */
export class Failure extends Error {
  override readonly name = 'Failure'
  readonly code: ErrorCode
  readonly details: string | undefined
  readonly supportedTypes: readonly string[] | undefined
  readonly sentTo: string | undefined
  readonly attemptsLeft: number | undefined
  readonly decision: string | undefined
  readonly retryAfter: number | undefined

  constructor(code: ErrorCode, parts: FailureDetails = {}) {
    const { message, details, supportedTypes, sentTo, attemptsLeft, decision, retryAfter, cause } = parts
    super(message ?? errors[code].message, { cause })
    this.code = code
    this.details = details
    this.supportedTypes = supportedTypes
    this.sentTo = sentTo
    this.attemptsLeft = attemptsLeft
    this.decision = decision
    this.retryAfter = retryAfter
  }
}
