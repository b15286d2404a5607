import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { stepsHeader } from '#contract/headers.ts'
import type { UploadFields } from '#contract/transfers/files.ts'
import type { UploadStep } from '#contract/transfers/upload-steps.ts'
import { sha256 } from '#crypto/random-id.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { userIdOf } from '#server/identity/principals/principal.ts'
import { assertNotSuspended } from '#server/identity/principals/upload-suspension.ts'
import { networkOf } from '#server/platform/http/client-address.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { assertMaySend, type Sender, visitorFailure } from '../sender/sender.ts'
import { consumeVisitorLimit } from '../sender/visitors/visitor-claims.ts'
import type { KeptFile } from './bodies/read-kept-files.ts'
import { claimUpload, type UploadClaim } from './claims/claim-upload.ts'
import { validateLength } from './upload-options.ts'

const HOUR = 60 * 60_000
/** How long the last step can still be read, in milliseconds. */
export const stepLife = 60 * 60_000
const tokenForm = /^[A-Za-z0-9_-]{22}$/

/** The bytes of an upload: a multipart form, a request whose body is one file, or files that another service has kept. */
export type UploadBody = {
  /** Bytes of all of it, as far as the sender says; they are no more. */
  readonly length: number | undefined
  /** Whether it was stored before, and counted as received then. */
  readonly isStored: boolean
} & (
  | { readonly type: 'form'; readonly stream: Readable; readonly contentType: string }
  | { readonly type: 'file'; readonly request: FastifyRequest }
  | { readonly type: 'kept'; readonly files: readonly KeptFile[]; readonly fields: UploadFields }
)

/** Records for the sender of an upload what is being done with it. */
export type ReportStep = (step: UploadStep) => Promise<void>

/** An upload whose bytes can be read, and that has a claim to the room for them. */
export type ClaimedUpload = {
  readonly body: UploadBody
  readonly claim: UploadClaim
  readonly report: ReportStep
  /** Token under which the sender follows the steps; none if they do not. */
  readonly token?: string | undefined
}

/** An upload that comes in one request. */
type UploadCall = ClaimedUpload & {
  /** Its rows are committed. */
  succeed(): Promise<void>
  /** Releases its claim. @returns the failure that its sender is told */
  fail(error: unknown): Promise<unknown>
}

/**
 * Begins the upload of a request: counts it, and claims room for what it declares.
 * @param type of its body: a form, or a file by itself
 * @throws Failure AUTHENTICATION_REQUIRED, UPLOADS_SUSPENDED, RATE_LIMITED, FILE_TOO_LARGE, TRANSFER_TOO_LARGE,
 *   STORAGE_QUOTA_EXCEEDED, STORAGE_FULL
 */
export async function beginUpload(
  services: Services,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  sender: Sender,
  type: 'form' | 'file' = 'form',
): Promise<UploadCall> {
  const token = readToken(request.headers[stepsHeader])
  const report = reportProgress(services, token)
  reply.header('connection', 'close')
  assertMaySend(sender, request, services.config)
  const body = bodyOf(request, type)
  let claim: UploadClaim
  try {
    await consumeUploadLimit(services, sender)
    assertMayEverCome(body, sender, services.config)
    claim = await claimUpload(services, sender, body.length)
  } catch (error) {
    throw visitorFailure(sender, error)
  }
  return {
    body,
    claim,
    report,
    token,
    async succeed() {
      // One with a row ends in the transaction that enters its transfer.
      if (claim.id === null) await claim.release()
      await report('done')
      reply.removeHeader('connection')
    },
    async fail(error) {
      await claim.release().catch((release: unknown) => {
        services.log.warn({ err: release }, 'the claim of an upload is left to the sweep')
      })
      await report('failed')
      return visitorFailure(sender, error)
    },
  }
}

/**
 * Counts an upload that begins.
 * @throws Failure UPLOADS_SUSPENDED after repeated violations, RATE_LIMITED for too many of one address in an hour
 */
export async function consumeUploadLimit(services: Services, sender: Sender): Promise<void> {
  // guard: suspended uploads -> tests/http/moderation/consequences.test.ts "three against an uploader"
  await assertNotSuspended(services, userIdOf(sender.principal), networkOf(sender.address))
  const { address, visitor } = sender
  if (visitor) await consumeVisitorLimit(services, address)
  const burst = services.config.UPLOADS_PER_HOUR
  // guard: uploads of an address an hour -> tests/http/uploads/upload-limits.test.ts "are counted whatever"
  await consumeRateLimit(services, `upload:${address}`, { burst, interval: Math.ceil(HOUR / burst) })
}

/** More than may ever come is refused for that, and not for the room that there is now. @throws Failure FILE_TOO_LARGE, TRANSFER_TOO_LARGE */
function assertMayEverCome(
  { length, type }: Pick<UploadBody, 'length' | 'type'>,
  { principal }: Sender,
  config: Services['config'],
): void {
  if (length === undefined) return
  const { fileSize, transferSize } = policyFor(principal, config)
  const any = Number.POSITIVE_INFINITY
  const limits = { fileSize, transferSize, quota: any, types: undefined, speed: any }
  validateLength(length, { plain: type === 'file' }, limits)
}

function bodyOf(request: FastifyRequest, type: 'form' | 'file'): UploadBody {
  const { 'content-length': declared, 'content-type': contentType = '' } = request.headers
  const length = declared === undefined ? undefined : Number(declared)
  if (type === 'file') return { type, request, length, isStored: false }
  return { type, stream: request.raw, contentType, length, isStored: false }
}

function readToken(token: unknown): string | undefined {
  return typeof token === 'string' && tokenForm.test(token) ? token : undefined
}

/**
 * Records the steps of one upload. Its sender made up a random token and sent it along; without one, or with a malformed
 * one, nothing is kept. Steps go through the table, because the sender may listen at another instance.
 */
export function reportProgress({ database, clock, log }: Services, said: unknown): ReportStep {
  const token = readToken(said)
  if (token === undefined) return async () => {}
  const token_hash = sha256(token)
  return async (step) => {
    const expires_at = clock.now() + stepLife
    try {
      await database
        .insertInto('upload_steps')
        .values({ token_hash, step, expires_at })
        .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ step, expires_at }))
        .execute()
    } catch (error) {
      // The upload goes on without its steps.
      log.warn({ err: error }, 'upload step not reported')
    }
  }
}
