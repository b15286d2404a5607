import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { type Endpoint, replySchemaOf } from '#contract/endpoints/endpoint.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { Failure } from '../../platform/failure.ts'
import { readInput } from '../../platform/http/read-input.ts'
import type { Caller } from './caller.ts'

type OutputOf<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined
type Part<E extends Endpoint, Name extends 'params' | 'query' | 'body'> =
  E extends Record<Name, infer Schema> ? OutputOf<Schema> : undefined

/** Calls that want someone signed in always have a caller; see authenticate.ts. */
type CallerOf<E extends Endpoint> = E['access'] extends 'user' | 'admin' ? Caller : Caller | undefined

/** Arguments of a route's handler, checked against the endpoint's schemas. */
export type Call<E extends Endpoint> = {
  caller: CallerOf<E>
  params: Part<E, 'params'>
  query: Part<E, 'query'>
  body: Part<E, 'body'>
  request: FastifyRequest
  reply: FastifyReply
}

/** Result of a handler: the reply's members; `success` is true by default. */
type ReplyOf<E extends Endpoint> = E extends { reply: infer Schema extends z.ZodMiniType }
  ? WithoutSuccess<z.input<Schema> | VisitorReplyOf<E>>
  : FastifyReply

type VisitorReplyOf<E extends Endpoint> = E extends { visitorReply: infer Schema extends z.ZodMiniType }
  ? z.input<Schema>
  : never

/** Distributes over the members of a union. */
type WithoutSuccess<Reply> = Reply extends unknown ? Omit<Reply, 'success'> & { success?: boolean } : never

/**
 * Makes a route of an endpoint: who may call, what comes in, what goes out. Members that the schemas do not
 * name are dropped on the way out. An endpoint without a reply schema sends its bytes itself.
 */
export function bindEndpoint<const E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<ReplyOf<E>>,
): void {
  const schema = replySchemaOf(endpoint)
  app.route({
    method: endpoint.method,
    url: `/api${endpoint.path}`,
    ...(endpoint.bodyLimit !== undefined && { bodyLimit: endpoint.bodyLimit }),
    config: {
      access: endpoint.access,
      scope: endpoint.scope,
      withoutFactor: endpoint.withoutFactor,
      withInitialPassword: endpoint.withInitialPassword,
      inMaintenance: endpoint.inMaintenance,
      answersText: isText(endpoint),
    },
    handler: async (request, reply) => {
      const answer = await handle({
        caller: request.caller,
        params: read(endpoint.params, request.params, endpoint.notFound ?? 'FILE_NOT_FOUND'),
        query: read(endpoint.query, request.query, 'BAD_REQUEST'),
        body: read(endpoint.body, jsonBody(endpoint, request), 'BAD_REQUEST'),
        request,
        reply,
      } as Call<E>)
      if (!schema) return answer
      if (endpoint.status) reply.code(endpoint.status)
      return reply.send(z.parse(schema, Object.assign({ success: true }, answer)))
    },
  })
}

/** Whether a success is text, so that a person at a terminal reads the answer. */
function isText({ stream }: Endpoint): boolean {
  return stream !== undefined && Object.values(stream).every((kind) => kind === 'text')
}

/** A form is left to the routes that read one; routes that take JSON would see an empty body. */
function jsonBody({ body }: Endpoint, request: FastifyRequest): unknown {
  if (body && /^multipart\//i.test(request.headers['content-type'] ?? ''))
    throw new Failure('UNSUPPORTED_MEDIA_TYPE')
  return request.body ?? {}
}

/** An id that cannot exist is an unknown one: malformed params answer as not found. */
function read(schema: z.ZodMiniType | undefined, value: unknown, code: ErrorCode) {
  if (!schema) return undefined
  if (code === 'BAD_REQUEST') return readInput(schema, value, code, 'request')
  const result = z.safeParse(schema, value)
  if (!result.success) throw new Failure(code)
  return result.data
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Endpoint['access'] | 'page'
    scope?: Endpoint['scope']
    withoutFactor?: boolean | undefined
    withInitialPassword?: boolean | undefined
    inMaintenance?: Endpoint['inMaintenance']
    /** Whether a success is text; see send-failure.ts. */
    answersText?: boolean
  }
}
