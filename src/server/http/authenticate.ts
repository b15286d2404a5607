import type { FastifyRequest } from 'fastify'
import type { Access } from '#contract/routes.ts'
import { Failure } from './failure.ts'

/**
 * Decides whether a request may go on. No header is anonymous; a token that opens no session is refused even
 * where none is needed, so that the client notices and refreshes. There are no accounts yet, so no token
 * opens a session.
 * @throws Failure INVALID_TOKEN, AUTHENTICATION_REQUIRED
 */
export function authenticate(request: FastifyRequest, access: Access): void {
  if (request.headers.authorization !== undefined) throw new Failure('INVALID_TOKEN')
  if (access !== 'anyone') throw new Failure('AUTHENTICATION_REQUIRED')
}
