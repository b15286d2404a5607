import { addressOf } from '#client/address-of.ts'
import { failureOf } from '#client/read-answer.ts'
import { fieldsOf } from '#client/transfers/form-parts.ts'
import { firstContact, keepTrying } from '#client/transfers/keep-trying.ts'
import { requestTicketHeader } from '#contract/headers.ts'
import { visitorUploadReply } from '#contract/requests/requests.ts'
import { routes } from '#contract/routes.ts'
import { type Outcome, UsageError } from '../../command.ts'
import { readPassword } from '../../sign-in/read-secret.ts'
import { uploadAddress } from '../named-address.ts'
import { openClient } from '../open-client.ts'
import { showProgress } from '../progress/show-progress.ts'
import { readServiceUrl } from '../service-url.ts'
import { pickContent } from './pick-content.ts'
import { sendForm } from './send-form.ts'

/** Options of an upload to a file request. */
type RequestOptions = {
  readonly title?: string
  readonly description?: string
  readonly name?: string
  readonly email?: string
  readonly code?: string
  readonly filename?: string
  readonly 'password-stdin'?: boolean
  readonly 'password-file'?: string
  readonly 'allow-host'?: string
}

/** Sends files to a file request, without an account. @throws UsageError, ApiError */
export async function sendToRequest(
  link: string,
  values: RequestOptions,
  paths: readonly string[],
): Promise<Outcome> {
  const { title, description, name, email, code } = values
  const content = await pickContent(paths, values.filename)
  const id = /\/r\/([A-Za-z0-9_-]{22})\/?$/.exec(link)?.[1]
  if (id === undefined)
    throw new UsageError('Not a valid request. Example: https://files.example.eu/r/NmfH8BprLH1cbQvS0TEWPA')
  const service = readServiceUrl(link)
  const client = openClient(service)
  const password = await readPassword(values)
  const params = { id }
  const { request } = await keepTrying(() => client.call('publicRequest', { params }), firstContact)
  if (request.asks.code && email !== undefined && code === undefined) {
    const { sentTo } = await client.call('requestCode', { params, body: { email, password } })
    return { text: `A code was sent to ${sentTo}. Run this again with --code.`, data: { sentTo } }
  }
  const { ticket } = await client.call('requestTicket', { params, body: { password, name, email, code } })
  const { uploadOrigin, routing } = await client.call('config')
  const isDirect = content.size === undefined || content.size > routing.directAbove
  const baseUrl = uploadAddress(isDirect ? uploadOrigin : null, service, values['allow-host'])
  const body = content.form(fieldsOf({ title, description }), routing.fileTimes)
  const progress = showProgress('Uploading', content.size)
  try {
    // Sent once: if the answer was lost, a retry would deliver the files twice.
    const answer = await sendForm(addressOf(baseUrl, routes[content.call]), body, {
      token: undefined,
      headers: { [requestTicketHeader]: ticket },
      onProgress: progress.to,
    })
    if (answer.status !== 201) throw failureOf(answer)
    const { reference, files, fileCount, size, receivedAt } = visitorUploadReply.parse(
      JSON.parse(answer.text),
    )
    return {
      text: `Received by ${request.requester}. Reference ${reference}.`,
      data: { reference, files, fileCount, size: content.size ?? size, receivedAt },
    }
  } finally {
    progress.end()
  }
}
