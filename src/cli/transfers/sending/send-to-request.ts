import { addressOf } from '#client/address-of.ts'
import { multipartBody, newBoundary } from '#client/multipart-body.ts'
import { failureOf } from '#client/read-answer.ts'
import { requestTicketHeader } from '#contract/headers.ts'
import { visitorUploadReply } from '#contract/requests/requests.ts'
import { routes } from '#contract/routes.ts'
import { type Outcome, UsageError } from '../../command.ts'
import { readSecretFromInput } from '../../read-secret.ts'
import { firstContact, keepTrying } from '../keep-trying.ts'
import { uploadAddress } from '../named-address.ts'
import { openClient } from '../open-client.ts'
import { pickFiles } from '../pick-files.ts'
import { showProgress } from '../progress.ts'
import { readServiceUrl } from '../service-url.ts'
import { fieldsOf, partsOf } from './form-parts.ts'
import { sendForm } from './send-form.ts'

/** Options of an upload to a file request. */
type RequestOptions = {
  readonly title?: string
  readonly description?: string
  readonly name?: string
  readonly email?: string
  readonly code?: string
  readonly 'password-stdin'?: boolean
  readonly 'allow-host'?: string
}

/** Sends files to a file request, without an account. @throws UsageError, ApiError */
export async function sendToRequest(
  link: string,
  values: RequestOptions,
  paths: readonly string[],
): Promise<Outcome> {
  const { title, description, name, email, code } = values
  const picked = await pickFiles(paths)
  const id = /\/r\/([A-Za-z0-9_-]{22})\/?$/.exec(link)?.[1]
  if (id === undefined)
    throw new UsageError('Not a valid request. Example: https://files.example.eu/r/NmfH8BprLH1cbQvS0TEWPA')
  const service = readServiceUrl(link)
  const client = openClient(service)
  const password = values['password-stdin'] ? await readSecretFromInput() : undefined
  const params = { id }
  const { request } = await keepTrying(() => client.call('publicRequest', { params }), firstContact)
  if (request.asks.code && email !== undefined && code === undefined) {
    const { sentTo } = await client.call('requestCode', { params, body: { email, password } })
    return { text: `A code was sent to ${sentTo}. Run this again with --code.`, data: { sentTo } }
  }
  const { ticket } = await client.call('requestTicket', { params, body: { password, name, email, code } })
  const { uploadOrigin, routing } = await client.call('config')
  const size = picked.reduce((sum, { file }) => sum + file.size, 0)
  const baseUrl = uploadAddress(
    size > routing.directAbove ? uploadOrigin : null,
    service,
    values['allow-host'],
  )
  const call = picked.length > 1 || picked[0]?.folder ? 'uploadMultiple' : 'uploadStream'
  const body = multipartBody(fieldsOf({ title, description }), partsOf(picked, call), newBoundary())
  const progress = showProgress('Uploading', size)
  try {
    // Sent once: if the answer was lost, a retry would deliver the files twice.
    const answer = await sendForm(addressOf(baseUrl, routes[call]), body, {
      token: undefined,
      headers: { [requestTicketHeader]: ticket },
      onProgress: progress.to,
    })
    if (answer.status !== 201) throw failureOf(answer)
    const { reference, files, fileCount, receivedAt } = visitorUploadReply.parse(JSON.parse(answer.text))
    return {
      text: `Received by ${request.requester}. Reference ${reference}.`,
      data: { reference, files, fileCount, size, receivedAt },
    }
  } finally {
    progress.end()
  }
}
