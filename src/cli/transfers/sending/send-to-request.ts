import { addressOf } from '#client/address-of.ts'
import type { Client } from '#client/create-client.ts'
import { failureOf } from '#client/read-answer.ts'
import { fieldsOf } from '#client/transfers/form-parts.ts'
import { firstContact, keepTrying } from '#client/transfers/keep-trying.ts'
import { requestTicketHeader } from '#contract/headers.ts'
import { type PublicRequest, visitorUploadReply } from '#contract/requests/requests.ts'
import { routes } from '#contract/routes.ts'
import type { Bytes } from '#end-to-end/primitives.ts'
import { type Outcome, UsageError } from '../../command.ts'
import { readPassword } from '../../sign-in/read-secret.ts'
import { uploadAddress } from '../named-address.ts'
import { openClient } from '../open-client.ts'
import { pickFiles } from '../pick-files.ts'
import { showProgress } from '../progress/show-progress.ts'
import { ownerKeyOf, sendToOwner } from '../sealed/send-to-owner.ts'
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
  const [address = '', fragment] = link.split('#')
  const id = /\/r\/([A-Za-z0-9_-]{22})\/?$/.exec(address)?.[1]
  if (id === undefined)
    throw new UsageError('Not a valid request. Example: https://files.example.eu/r/NmfH8BprLH1cbQvS0TEWPA')
  const service = readServiceUrl(address)
  const client = openClient(service)
  const password = await readPassword(values)
  const params = { id }
  const { request } = await keepTrying(() => client.call('publicRequest', { params }), firstContact)
  const publicKey = await ownerKeyOf(request, /^p=(.*)$/.exec(fragment ?? '')?.[1])
  if (publicKey) return sendSealed(client, { ...values, request, publicKey, service, password, paths })
  if (request.asks.code && email !== undefined && code === undefined) {
    const { sentTo } = await client.call('requestCode', { params, body: { email, password } })
    return { text: `A code was sent to ${sentTo}. Run this again with --code.`, data: { sentTo } }
  }
  const content = await pickContent(paths, values.filename)
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

/** The same where files are sealed for the owner: what is said beside them is sealed with them. */
async function sendSealed(
  client: Client,
  {
    request,
    publicKey,
    service,
    password,
    paths,
    title,
    description,
    name,
    email,
    code,
    ...values
  }: RequestOptions & {
    readonly request: PublicRequest
    readonly publicKey: Bytes
    readonly service: string
    readonly password: string | undefined
    readonly paths: readonly string[]
  },
): Promise<Outcome> {
  if (paths.includes('-') || values.filename !== undefined)
    throw new UsageError(
      "Standard input can't be encrypted for a request: its length has to be known before.",
    )
  if (email !== undefined || code !== undefined)
    throw new UsageError('--email and --code would be readable. This request takes nothing that is.')
  if (request.asks.name && !name) throw new UsageError('This request asks for a name: give it with --name.')
  const picked = await pickFiles(paths)
  const said = {
    ...(title && { title }),
    ...(description && { message: description }),
    ...(name && { senderName: name }),
  }
  const { ticket } = await client.call('requestTicket', { params: { id: request.id }, body: { password } })
  const { uploadOrigin } = await client.call('config')
  const baseUrl = uploadAddress(uploadOrigin, service, values['allow-host'])
  const sent = { baseUrl, publicKey, ticket, picked, said }
  const { reference, size, receivedAt } = await sendToOwner(sent)
  return {
    text: `Encrypted for ${request.requester} and received. Not scanned. Reference ${reference}.`,
    data: { reference, fileCount: picked.length, size, receivedAt },
  }
}
