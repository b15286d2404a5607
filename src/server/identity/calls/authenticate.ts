import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Scope } from '#contract/accounts/scopes.ts'
import { sha256 } from '#crypto/random-id.ts'
import { Failure } from '../../platform/failure.ts'
import { clientIp } from '../../platform/http/client-address.ts'
import type { Caller } from './caller.ts'

/** Finds out who calls; undefined when what they hold is unknown, out of time or revoked. */
type Identify = {
  /** Finds the caller by the SHA-256 of an access token. */
  session(tokenHash: Uint8Array): Promise<Caller | undefined>
  /** Finds the caller by the SHA-256 of an API key, used from an address as clientIp gives it. */
  apiKey(keyHash: Uint8Array, ip: string): Promise<Caller | undefined>
}

/**
 * Decides for every call, before its body is read, whether it may go on, and leaves who calls in `request.caller`.
 * No header is anonymous; a token that opens no session is refused even where none is needed, so that the client
 * notices and refreshes. Roles and states are those of this moment, never the token's.
 * The hook throws Failure INVALID_TOKEN, INVALID_API_KEY, AUTHENTICATION_REQUIRED, PASSWORD_CHANGE_REQUIRED, FORBIDDEN,
 * API_KEY_REFUSED, SECOND_FACTOR_REQUIRED.
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

/** @throws Failure AUTHENTICATION_REQUIRED, PASSWORD_CHANGE_REQUIRED, FORBIDDEN, API_KEY_REFUSED,
 * SECOND_FACTOR_REQUIRED */
function admit(request: FastifyRequest, caller: Caller | undefined): void {
  const { access, scope, withInitialPassword, withoutFactor } = request.routeOptions.config
  // guard: scope of an API key -> tests/long/http/access-matrix.test.ts
  if (caller?.apiKey) assertScope(caller.apiKey.scopes, scope)
  const owes =
    caller?.mustChangePassword && !withInitialPassword
      ? 'PASSWORD_CHANGE_REQUIRED'
      : // guard: end of the days of grace -> tests/http/signing-in/second-factor.test.ts "takes nothing but an app"
        //   caller?.mustAddFactor && !withoutFactor becomes false
        caller?.mustAddFactor && !withoutFactor
        ? 'SECOND_FACTOR_REQUIRED'
        : undefined
  if (owes) {
    // Someone else may know the password, too: until it is changed the caller may only read what guests may, as a guest.
    // guard: password that must be changed -> tests/http/accounts/passwords.test.ts "that an administrator has set"
    if (access !== 'anyone' || request.method !== 'GET') throw new Failure(owes)
    return
  }
  // guard: administrators by API key on their own calls only -> tests/http/signing-in/api-keys.test.ts "does not act as an administrator"
  //   drops && access === 'admin'
  request.caller = caller?.apiKey ? { ...caller, isAdmin: caller.isAdmin && access === 'admin' } : caller
  if (access === 'anyone') return
  // guard: call for people -> tests/http/operations/admin.test.ts "for administrators alone"
  if (!caller) throw new Failure('AUTHENTICATION_REQUIRED')
  // guard: call for administrators -> tests/http/operations/admin.test.ts "for administrators alone"
  if (access === 'admin' && !caller.isAdmin) throw new Failure('FORBIDDEN')
}

/** @throws Failure API_KEY_REFUSED for a call without access by key, or one that requires a scope which is not granted */
export function assertScope(granted: readonly Scope[], wanted: Scope | 'any' | undefined): void {
  if (wanted === 'any' || (wanted && granted.includes(wanted))) return
  throw new Failure('API_KEY_REFUSED', wanted ? { details: `scope: ${wanted}` } : {})
}

/** The holder of the token or key that came with a request. @throws Failure INVALID_TOKEN, INVALID_API_KEY */
async function findCaller(request: FastifyRequest, identify: Identify): Promise<Caller> {
  const key = /^Bearer (rst_[A-Za-z0-9_-]{43})$/i.exec(request.headers.authorization ?? '')?.[1]
  if (key !== undefined) {
    const caller = await identify.apiKey(sha256(key), clientIp(request))
    if (!caller) throw new Failure('INVALID_API_KEY')
    return caller
  }
  const hash = bearerHash(request)
  const caller = hash && (await identify.session(hash))
  // guard: token that opens no session -> tests/http/hostile/bad-input.test.ts "a bearer token that opens no session"
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
    /** Undefined for guests. Set for every call under /api. */
    caller: Caller | undefined
  }
}
