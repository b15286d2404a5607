import { addressOf } from '#client/address-of.ts'
import { newStepsToken } from '#client/follow-steps.ts'
import type { FormPart } from '#client/multipart-body.ts'
import { readAnswer } from '#client/read-answer.ts'
import { followLink } from '#client/transfers/early-link.ts'
import { firstContact, keepTrying } from '#client/transfers/keep-trying.ts'
import { endpoints } from '#contract/endpoints.ts'
import { stepsHeader } from '#contract/headers.ts'
import { routes } from '#contract/routes.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import type { Session } from '../../sign-in/with-session.ts'
import { uploadAddress } from '../named-address.ts'
import { showProgress } from '../progress/show-progress.ts'
import type { Content } from './pick-content.ts'
import { sendForm } from './send-form.ts'

/**
 * Sends content as a transfer, and retries after temporary failures where it can be sent again.
 * @param service its origin
 * @throws ApiError, UsageError
 */
export async function sendTransfer(
  { client, token, renew }: Session,
  {
    service,
    fields,
    content,
    allowHost,
    maxTries,
    onLink,
  }: {
    readonly service: string
    readonly fields: readonly FormPart[]
    readonly content: Content
    readonly allowHost: string | undefined
    /** Limit of retries, if not as long as keepTrying does. */
    readonly maxTries?: number
    /** Called with the link as soon as it can be given out. */
    readonly onLink?: (downloadUrl: string) => void
  },
): Promise<UploadReply> {
  const { uploadOrigin, routing } = await keepTrying(() => client.call('config'), maxTries ?? firstContact)
  const { call, size } = content
  const isDirect = size === undefined || size > routing.directAbove
  const baseUrl = uploadAddress(isDirect ? uploadOrigin : null, service, allowHost)
  const body = content.form(fields, routing.fileTimes)
  const progress = showProgress('Uploading', size)
  const steps = newStepsToken()
  const headers = onLink === undefined ? {} : { [stepsHeader]: steps }
  const unfollow = onLink && followLink(baseUrl, steps, onLink)
  try {
    const url = addressOf(baseUrl, routes[call])
    // If the answer was lost, the file is stored twice, and the copy without a link expires.
    let tries = 0
    const send = async () => {
      tries += 1
      const present = tries === 1 ? token : await renew()
      const answer = await sendForm(url, body, { token: present, headers, onProgress: progress.to })
      return readAnswer<typeof call>(endpoints[call].reply, answer)
    }
    return await (size === undefined ? send() : keepTrying(send, maxTries))
  } finally {
    unfollow?.()
    progress.end()
  }
}
