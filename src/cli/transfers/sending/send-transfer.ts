import { addressOf } from '#client/address-of.ts'
import type { FormPart } from '#client/multipart-body.ts'
import { readAnswer } from '#client/read-answer.ts'
import { firstContact, keepTrying } from '#client/transfers/keep-trying.ts'
import { endpoints } from '#contract/endpoints.ts'
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
  }: {
    readonly service: string
    readonly fields: readonly FormPart[]
    readonly content: Content
    readonly allowHost: string | undefined
    /** Limit of retries, if not as long as keepTrying does. */
    readonly maxTries?: number
  },
): Promise<UploadReply> {
  const { uploadOrigin, routing } = await keepTrying(() => client.call('config'), maxTries ?? firstContact)
  const { call, size } = content
  const isDirect = size === undefined || size > routing.directAbove
  const baseUrl = uploadAddress(isDirect ? uploadOrigin : null, service, allowHost)
  const body = content.form(fields)
  const progress = showProgress('Uploading', size)
  try {
    const url = addressOf(baseUrl, routes[call])
    // If the answer was lost, the file is stored twice, and the copy without a link expires.
    let tries = 0
    const send = async () => {
      tries += 1
      const present = tries === 1 ? token : await renew()
      const answer = await sendForm(url, body, { token: present, onProgress: progress.to })
      return readAnswer<typeof call>(endpoints[call].reply, answer)
    }
    return await (size === undefined ? send() : keepTrying(send, maxTries))
  } finally {
    progress.end()
  }
}
