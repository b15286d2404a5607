import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sha256 } from '#crypto/random-id.ts'
import { Failure } from '../failure.ts'
import type { Caller } from './caller.ts'

/** Who holds the access token with this SHA-256; undefined when it is unknown, out of time or revoked. */
export type Identify = (tokenHash: Uint8Array) => Promise<Caller | undefined>

/**
 * Decides for every call, before its body is read, whether it may go on, and leaves who calls in `request.caller`.
 * No header is anonymous; a token that opens no session is refused even where none is needed, so that the client
 * notices and refreshes. Roles and states are those of this moment, never the token's.
 * The hook throws Failure INVALID_TOKEN, AUTHENTICATION_REQUIRED, PASSWORD_CHANGE_REQUIRED, FORBIDDEN.
 */
export function authenticateCallers(app: FastifyInstance, identify: Identify): void {
  app.decorateRequest('caller')
  app.addHook('onRequest', (request, _reply, done) => {
    const { access } = request.routeOptions.config
    if (access === undefined || access === 'page' || access === 'credentials') return done()
    if (request.headers.authorization === undefined) {
      admit(request, undefined)
      return done()
    }
    findCaller(request, identify)
      .then((caller) => admit(request, caller))
      .then(() => done(), done)
  })
}

/** @throws Failure AUTHENTICATION_REQUIRED, PASSWORD_CHANGE_REQUIRED, FORBIDDEN */
function admit(request: FastifyRequest, caller: Caller | undefined): void {
  const { access, withInitialPassword } = request.routeOptions.config
  if (caller?.mustChangePassword && !withInitialPassword) {
    // Someone else knows their password, too: until then they may look at what anybody may, as anybody.
    if (access !== 'anyone' || request.method !== 'GET') throw new Failure('PASSWORD_CHANGE_REQUIRED')
    return
  }
  request.caller = caller
  if (access === 'anyone') return
  if (!caller) throw new Failure('AUTHENTICATION_REQUIRED')
  if (access === 'admin' && !caller.isAdmin) throw new Failure('FORBIDDEN')
}

/** Who holds the token that came with a request. @throws Failure INVALID_TOKEN */
async function findCaller(request: FastifyRequest, identify: Identify): Promise<Caller> {
  const hash = bearerHash(request)
  const caller = hash && (await identify(hash))
  if (!caller) throw new Failure('INVALID_TOKEN')
  return caller
}

/** SHA-256 of the access token that came with a request; undefined when there is none, or nothing like one. */
export function bearerHash(request: FastifyRequest): Buffer | undefined {
  const token = /^Bearer ([A-Za-z0-9_-]{43})$/i.exec(request.headers.authorization ?? '')?.[1]
  return token === undefined ? undefined : sha256(token)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; undefined for anybody. Set for every call under /api. */
    caller: Caller | undefined
  }
}
