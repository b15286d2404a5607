import * as z from 'zod/mini'
import { manageEndpoints } from '#contract/endpoints/manage.ts'
import { reportEndpoints } from '#contract/endpoints/reports.ts'
import { type Endpoint, endpoints } from '#contract/endpoints.ts'
import { errors } from '#contract/errors.ts'
import {
  confirmationHeader,
  deletionTokenHeader,
  followTokenHeader,
  manageTokenHeader,
  proofHeader,
  requestTicketHeader,
  rightsSessionHeader,
  versionHeader,
  visitorTokenHeader,
} from '#contract/headers.ts'
import { summaries } from '#contract/operations/summaries.ts'
import { visitorUploadReply } from '#contract/requests/requests.ts'
import { type RouteName, routes } from '#contract/routes.ts'
import { putHeaders, uploadFields } from '#contract/transfers/files.ts'
import { addFileFields } from '#contract/transfers/manage.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'
import { redirects, streamAnswers, uploadForms } from './stream-answers.ts'

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>
type Parameter = {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required: boolean
  readonly schema: JsonSchema
}

/** A call, as OpenAPI says it. */
export type Operation = {
  readonly operationId: string
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly Readonly<Record<string, readonly string[]>>[]
  readonly parameters: readonly Parameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>
}

export type OpenApiDocument = {
  readonly openapi: '3.1.1'
  readonly info: { readonly title: string; readonly version: string; readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly securitySchemes: Readonly<Record<string, { readonly type: 'http'; readonly scheme: 'bearer' }>>
    readonly schemas: { readonly Failure: JsonSchema }
  }
}

const description = `Every answer is JSON with \`success\`; a failure also has \`error\`, \`message\` and \`code\`, of which only the code decides anything. \
Times are ISO 8601 in UTC, sizes are bytes. A signed-in caller sends \`Authorization: Bearer <token>\`; a token that is no longer good is refused even where none is needed. \
Programs send an API key of the profile page in its place; each call says which scope a key needs, and is closed to keys where it says none. \
Large files may also be sent by the tus protocol, version 1.0.0, at /api/files/resumable.`

/** The calls that there are, of the contract, as an OpenAPI document (spec.openapis.org/oas/v3.1.1). */
export function openApiDocument({
  version,
  publicUrl,
  REPORTS = true,
}: {
  readonly version: string
  readonly publicUrl: string
  readonly REPORTS?: boolean
}): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {}
  const tags = new Set<string>()
  for (const name of Object.keys(endpoints).filter(isRouteName)) {
    if (!REPORTS && name in reportEndpoints) continue
    const endpoint: Endpoint = endpoints[name]
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const operation = operationOf(name, endpoint)
    for (const tag of operation.tags) tags.add(tag)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Restante', version, description },
    servers: [{ url: `${publicUrl}/api` }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Failure: failure },
    },
  }
}

function isRouteName(name: string): name is RouteName {
  return name in routes
}

const failure: JsonSchema = {
  type: 'object',
  properties: {
    success: { type: 'boolean', const: false },
    error: { type: 'string' },
    message: { type: 'string' },
    code: { type: 'string', enum: Object.keys(errors) },
    details: { type: 'string' },
    supportedTypes: { type: 'array', items: { type: 'string' } },
    sentTo: { type: 'string' },
    attemptsLeft: { type: 'integer' },
  },
  required: ['success', 'error', 'message', 'code'],
  additionalProperties: false,
}

/**
 * Anyone who may come without a token may still come with one, except where it is not looked at. API keys are bearers, too,
 * with the roles that they need (spec.openapis.org/oas/v3.1.1, security requirement object).
 */
function securityOf({ access, scope }: Endpoint): Operation['security'] {
  if (access === 'credentials') return []
  const key = scope === undefined ? [] : [{ apiKey: scope === 'any' ? [] : [scope] }]
  return [...(access === 'anyone' ? [{}] : []), { bearer: [] }, ...key]
}

function operationOf(name: RouteName, endpoint: Endpoint): Operation {
  const body = requestBodyOf(name, endpoint)
  return {
    operationId: name,
    summary: summaries[name],
    tags: [endpoint.path.split('/')[1] ?? ''],
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(endpoint.params, 'path'),
      ...parametersOf(endpoint.query, 'query'),
      ...(headersOf[name] ?? []).map(header),
      ...(managing.has(name) ? [header(manageTokenHeader), header(versionHeader)] : []),
    ],
    ...(body ? { requestBody: body } : {}),
    responses: {
      ...(redirects.has(name)
        ? { 303: { description: 'Goes on elsewhere.', content: {} } }
        : { [endpoint.status ?? 200]: { description: 'Done.', content: answerOf(name, endpoint) } }),
      default: {
        description: 'Refused or failed.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

const bytes: JsonSchema = { type: 'string', format: 'binary' }

/** The headers that calls look at, beside the bearer. */
const headersOf: Partial<Record<RouteName, readonly string[]>> = {
  deleteFile: [deletionTokenHeader],
  claimTransfer: [versionHeader],
  fileInfo: [proofHeader],
  exportRights: [rightsSessionHeader],
  correctName: [rightsSessionHeader],
  blockMails: [rightsSessionHeader],
  allowMails: [rightsSessionHeader],
  eraseAddress: [rightsSessionHeader],
  downloadTicket: [proofHeader],
  putFile: [...Object.keys(putHeaders), requestTicketHeader],
  upload: [requestTicketHeader],
  uploadMultiple: [requestTicketHeader],
  uploadStream: [requestTicketHeader],
  requestTicket: [visitorTokenHeader],
  visitorUploads: [visitorTokenHeader],
  createApiKey: [confirmationHeader],
  beginTotp: [confirmationHeader],
  confirmTotp: [confirmationHeader],
  removeTotp: [confirmationHeader],
  renewRecoveryCodes: [confirmationHeader],
  connectIdentity: [confirmationHeader],
  disconnectIdentity: [confirmationHeader],
  updateProfile: [confirmationHeader],
  eraseAccount: [confirmationHeader],
  report: [followTokenHeader],
  confirmReport: [followTokenHeader],
  appealReport: [followTokenHeader],
  reportCode: [followTokenHeader],
  decision: [followTokenHeader],
  appealDecision: [followTokenHeader],
}

/** Calls that manage a transfer. */
const managing: ReadonlySet<string> = new Set(
  Object.keys(manageEndpoints).filter((name) => name !== 'manageSession' && name !== 'claimTransfer'),
)

function header(name: string): Parameter {
  return { name, in: 'header', required: false, schema: { type: 'string' } }
}

function parametersOf(schema: Endpoint['params'], place: 'path' | 'query'): Parameter[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema, 'input')
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: typeof property === 'boolean' ? {} : property,
  }))
}

function requestBodyOf(name: RouteName, { body }: Endpoint): Operation['requestBody'] {
  if (name === 'putFile')
    return { required: true, content: { 'application/octet-stream': { schema: bytes } } }
  const part = uploadForms[name]
  if (part) return { required: true, content: { 'multipart/form-data': { schema: formOf(part, name) } } }
  return body && { required: true, content: { 'application/json': { schema: jsonSchemaOf(body, 'input') } } }
}

function formOf(part: 'file' | 'files', name: RouteName): JsonSchema {
  const fields = name === 'addTransferFile' ? addFileFields : uploadFields
  const { properties } = jsonSchemaOf(fields, 'input')
  const file: JsonSchema = { type: 'string', format: 'binary' }
  return {
    type: 'object',
    properties: { ...properties, [part]: part === 'file' ? file : { type: 'array', items: file } },
    required: [part],
    // The folder of a file, before it.
    patternProperties: { '^folderPath_': { type: 'string' } },
  }
}

/** Calls that answer otherwise where a visitor of a file request sends. */
const answersVisitors: ReadonlySet<RouteName> = new Set([
  'upload',
  'uploadMultiple',
  'uploadStream',
  'resumableResult',
])

function answerOf(name: RouteName, { reply }: Endpoint): Content {
  if (reply) {
    const schema = answersVisitors.has(name) ? z.union([reply, visitorUploadReply]) : reply
    return { 'application/json': { schema: jsonSchemaOf(schema, 'output') } }
  }
  const answers = streamAnswers[name]
  if (!answers) throw new Error(`${routes[name].path} does not say what it answers`)
  return Object.fromEntries(Object.entries(answers).map(([type, schema]) => [type, { schema }]))
}
