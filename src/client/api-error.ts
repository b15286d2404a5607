type ApiErrorParts = {
  /** HTTP status; 0 when no answer came. */
  status: number
  /** A code of the contract, or one of the client's own: see readAnswer and createClient. */
  code: string
  /** A sentence in English. */
  message: string
  details?: string | undefined
  supportedTypes?: readonly string[] | undefined
  /** Masked address that a code goes to. */
  sentTo?: string | undefined
  /** How many tries are left with a code. */
  attemptsLeft?: number | undefined
  /** Page with the reasons of a decision, shown to managers of the transfer that it ended. */
  decision?: string | undefined
  /** Seconds until another try makes sense. */
  retryAfter?: number | undefined
  cause?: unknown
}

/** A call that did not succeed. `code` decides what to do, `message` is what to say when nothing better fits. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly details: string | undefined
  readonly supportedTypes: readonly string[]
  readonly sentTo: string | undefined
  readonly attemptsLeft: number | undefined
  readonly decision: string | undefined
  readonly retryAfter: number | undefined

  constructor(parts: ApiErrorParts) {
    super(parts.message, { cause: parts.cause })
    this.status = parts.status
    this.code = parts.code
    this.details = parts.details
    this.supportedTypes = parts.supportedTypes ?? []
    this.sentTo = parts.sentTo
    this.attemptsLeft = parts.attemptsLeft
    this.decision = parts.decision
    this.retryAfter = parts.retryAfter
  }
}

/** No answer came: offline, refused, cut off, or blocked. */
export function networkError(cause?: unknown): ApiError {
  return new ApiError({
    status: 0,
    code: 'NETWORK_ERROR',
    message: 'The service could not be reached. Please check your connection and try again.',
    cause,
  })
}

/** No answer came in time. */
export function timeoutError(cause?: unknown): ApiError {
  return new ApiError({ status: 0, code: 'TIMEOUT', message: 'Request timeout. Please try again.', cause })
}
