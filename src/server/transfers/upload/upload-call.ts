import type { FastifyReply, FastifyRequest } from 'fastify'
import { stepsHeader } from '#contract/headers.ts'
import { policyFor } from '#server/identity/principals/policy.ts'
import { readUploadForm, type UploadFormHandlers } from '#server/platform/http/forms/read-upload-form.ts'
import type { Services } from '#server/platform/services.ts'
import { assertMaySend, type Sender } from '../sender/sender.ts'
import { visitorFailure } from '../sender/visitors/visitor-sender.ts'
import { claimUpload, consumeUploadLimit } from './claims/claim-rows.ts'
import type { UploadClaim } from './claims/claim-steps.ts'
import type { IncomingForm } from './incoming-form.ts'
import { validateLength } from './upload-options.ts'
import { type ReportStep, reportProgress } from './upload-steps.ts'

/**
 * Takes the form of a request: counts it, claims room for what it declares, and reports its steps.
 * @param receive makes of it what it is for
 * @param plain reads the body, where it is a file by itself and not a form
 * @throws Failure AUTHENTICATION_REQUIRED, RATE_LIMITED, STORAGE_QUOTA_EXCEEDED, STORAGE_FULL, and what `receive` throws
 */
export async function takeUpload<Reply>(
  services: Services,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  sender: Sender,
  receive: (form: IncomingForm, report: ReportStep) => Promise<Reply>,
  plain?: IncomingForm['read'],
): Promise<Reply> {
  const report = reportProgress(services, request.headers[stepsHeader])
  reply.header('connection', 'close')
  assertMaySend(sender, services.config)
  const { 'content-length': declared } = request.headers
  const length = declared === undefined ? undefined : Number(declared)
  const read = plain ?? readFormOf(request)
  const claim = await beginUpload(services, sender, length, plain !== undefined).catch((error: unknown) => {
    throw visitorFailure(sender, error)
  })
  const form: IncomingForm = {
    read: (handlers) => read(counting(services, handlers)),
    claim,
    length,
    plain: plain !== undefined,
  }
  try {
    const answer = await receive(form, report)
    // One with a row ends in the transaction that enters its transfer.
    if (claim.id === null) await claim.release()
    await report('done')
    reply.removeHeader('connection')
    return answer
  } catch (error) {
    await claim.release().catch((release: unknown) => {
      services.log.warn({ err: release }, 'the claim of an upload is left to the sweep')
    })
    await report('failed')
    throw visitorFailure(sender, error)
  }
}

async function beginUpload(
  services: Services,
  sender: Sender,
  declared: number | undefined,
  plain: boolean,
): Promise<UploadClaim> {
  await consumeUploadLimit(services, sender)
  // More than may ever come is refused for that, and not for the room that there is now.
  if (declared !== undefined) {
    const { fileSize, transferSize } = policyFor(sender.principal, services.config)
    const most = { fileSize, transferSize, quota: Number.POSITIVE_INFINITY, types: undefined }
    validateLength(declared, { plain }, most)
  }
  return claimUpload(services, sender, declared)
}

/** The same handlers, whose files are counted as they arrive. */
function counting({ meter }: Pick<Services, 'meter'>, handlers: UploadFormHandlers): UploadFormHandlers {
  return {
    field: (name, value) => handlers.field(name, value),
    file(part) {
      const sink = handlers.file(part)
      return {
        write(piece) {
          meter.received(piece.length)
          return sink.write(piece)
        },
        end: () => sink.end(),
      }
    },
  }
}

function readFormOf({ raw, headers }: FastifyRequest): IncomingForm['read'] {
  return (handlers) => readUploadForm(raw, headers['content-type'] ?? '', handlers)
}
