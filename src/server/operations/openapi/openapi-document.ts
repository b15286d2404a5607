import {
  type Endpoint,
  failureReply,
  replySchemaOf,
  type Stream,
  type UploadForm,
} from '#contract/endpoints/endpoint.ts'
import { reportEndpoints } from '#contract/endpoints/reports.ts'
import { endpoints } from '#contract/endpoints.ts'
import { defaultName } from '#contract/operations/branding/names.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'

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

const description = `Every reply is JSON with \`success\`; a failure also has \`error\`, \`message\` and \`code\`. Branch on \`code\` only. \
Times are ISO 8601 in UTC, sizes are bytes. Signed-in callers send \`Authorization: Bearer <token>\`; an invalid or expired token is refused even where none is needed. \
Programs send an API key from the profile page instead. Each call names the scope that a key needs; without a scope, it takes no key. \
Large files can also be sent by the tus protocol, version 1.0.0, at /api/files/resumable.`

/** The calls of the contract as an OpenAPI document (spec.openapis.org/oas/v3.1.1). */
export function openApiDocument({
  version,
  publicUrl,
  name = defaultName,
  REPORTS = true,
}: {
  readonly version: string
  readonly publicUrl: string
  readonly name?: string
  readonly REPORTS?: boolean
}): OpenApiDocument {
  const paths: Record<string, Record<string, Operation>> = {}
  const tags = new Set<string>()
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    if (!REPORTS && name in reportEndpoints) continue
    const path = endpoint.path.replace(/:(\w+)/g, '{$1}')
    const operation = operationOf(name, endpoint)
    for (const tag of operation.tags) tags.add(tag)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.1',
    info: { title: name, version, description },
    servers: [{ url: `${publicUrl}/api` }],
    tags: [...tags].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer' },
        apiKey: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Failure: jsonSchemaOf(failureReply, 'output') },
    },
  }
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

function operationOf(name: string, endpoint: Endpoint): Operation {
  const { summary, path, params, query, headers = [], status = 200 } = endpoint
  const body = requestBodyOf(endpoint)
  return {
    operationId: name,
    summary,
    tags: [path.split('/')[1] ?? ''],
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(params, 'path'),
      ...parametersOf(query, 'query'),
      ...headers.map((header): Parameter => ({ name: header, in: 'header', required: false, schema: text })),
    ],
    ...(body && { requestBody: { required: true, content: body } }),
    responses: {
      [status]: {
        description: status === 303 ? 'Redirect.' : 'Success.',
        content: answerOf(endpoint),
      },
      default: {
        description: 'Failure.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } },
      },
    },
  }
}

const text: JsonSchema = { type: 'string' }
const bytes: JsonSchema = { type: 'string', format: 'binary' }
const streamSchemas: Readonly<Record<Stream[string], JsonSchema>> = {
  bytes,
  text,
  object: { type: 'object' },
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

function requestBodyOf({ body, form, file }: Endpoint): Content | undefined {
  if (file) return { 'application/octet-stream': { schema: bytes } }
  if (form) return { 'multipart/form-data': { schema: formSchemaOf(form) } }
  return body && { 'application/json': { schema: jsonSchemaOf(body, 'input') } }
}

function formSchemaOf({ fields, part }: UploadForm): JsonSchema {
  const { properties } = jsonSchemaOf(fields, 'input')
  if (typeof part !== 'string')
    return { type: 'object', properties: Object.fromEntries(part.map((name) => [name, bytes])) }
  return {
    type: 'object',
    properties: { ...properties, [part]: part === 'file' ? bytes : { type: 'array', items: bytes } },
    required: [part],
    // The folder of a file, before it.
    patternProperties: { '^folderPath_': text },
  }
}

function answerOf(endpoint: Endpoint): Content {
  const reply = replySchemaOf(endpoint)
  if (reply) return { 'application/json': { schema: jsonSchemaOf(reply, 'output') } }
  const types = Object.entries(endpoint.stream ?? {})
  return Object.fromEntries(types.map(([type, kind]) => [type, { schema: streamSchemas[kind] }]))
}
