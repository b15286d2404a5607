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
import type { PickedFile } from '../pick-files.ts'
import { showProgress } from '../progress.ts'
import { readServiceUrl } from '../service-url.ts'
import { partsOf } from './form-parts.ts'
import { sendForm } from './send-form.ts'

/** Fields of a visitor's upload, beside the files. */
export type ForRequest = {
  /** The link of the request. */
  readonly link: string
  readonly name: string | undefined
  readonly email: string | undefined
  readonly code: string | undefined
  readonly hasPassword: boolean
  /** Host that the service may send the upload to. */
  readonly allowedHost: string | undefined
  readonly fields: readonly { readonly name: string; readonly value: string }[]
}

/** Sends files to a file request, without an account. @throws UsageError, ApiError */
export async function sendToRequest(
  picked: readonly PickedFile[],
  { link, name, email, code, hasPassword, allowedHost, fields }: ForRequest,
): Promise<Outcome> {
  const id = /\/r\/([A-Za-z0-9_-]{22})\/?$/.exec(link)?.[1]
  if (id === undefined)
    throw new UsageError('Not a valid request. Example: https://files.example.eu/r/NmfH8BprLH1cbQvS0TEWPA')
  const service = readServiceUrl(link)
  const client = openClient(service)
  const password = hasPassword ? await readSecretFromInput() : undefined
  const params = { id }
  const { request } = await keepTrying(() => client.call('publicRequest', { params }), firstContact)
  if (request.asks.code && email !== undefined && code === undefined) {
    const { sentTo } = await client.call('requestCode', { params, body: { email, password } })
    return { text: `A code was sent to ${sentTo}. Run this again with --code.`, data: { sentTo } }
  }
  const { ticket } = await client.call('requestTicket', { params, body: { password, name, email, code } })
  const { uploadOrigin, routing } = await client.call('config')
  const size = picked.reduce((sum, { file }) => sum + file.size, 0)
  const baseUrl = uploadAddress(size > routing.directAbove ? uploadOrigin : null, service, allowedHost)
  const call = picked.length > 1 || picked[0]?.folder ? 'uploadMultiple' : 'uploadStream'
  const body = multipartBody(fields, partsOf(picked, call), newBoundary())
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
