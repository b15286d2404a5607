import type { FastifyInstance, FastifyReply } from 'fastify'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import type { Services } from '#server/platform/services.ts'
import { requireConfirmation } from '../sign-in/confirm/confirmations.ts'
import { deviceLabel } from '../sign-in/sessions/device-label.ts'
import { keepInBrowser, removeFromBrowser, secretOfBrowser } from './browser-cookie.ts'
import { connectWithCode } from './connect.ts'
import { exchangeCode } from './exchange-code.ts'
import { type Finish, finishAtProvider } from './finish-at-provider.ts'
import { assertOwnIdentity, disconnectIdentity, listIdentities } from './identities.ts'
import { ProviderUnavailable, watchProvider } from './provider.ts'
import { startSignIn } from './start-sign-in.ts'

/** The calls of a sign-in with the provider, and those about connected sign-ins. */
export function oidcRoutes(app: FastifyInstance, services: Services): void {
  const { config } = services
  const find = watchProvider(services)

  bindEndpoint(app, endpoints.oidcStart, async ({ query, request, reply }) => {
    assertConfigured(config)
    const { purpose, redirect, challenge } = query
    try {
      const start = { purpose, redirect, challenge }
      const { location, secret } = await startSignIn(services, await find(), start, clientAddress(request))
      keepInBrowser(reply, config, secret)
      return reply.redirect(location, 303)
    } catch (error) {
      const problem = problemOf(error)
      if (!problem) throw error
      if (problem === 'unavailable') services.log.warn({ err: error }, 'identity provider unavailable')
      return goOn(reply, { purpose, redirect: null, result: { problem } })
    }
  })

  bindEndpoint(app, endpoints.oidcCallback, async ({ request, reply }) => {
    assertConfigured(config)
    const mark = request.url.indexOf('?')
    const search = mark < 0 ? '' : request.url.slice(mark)
    const secret = secretOfBrowser(request, config)
    removeFromBrowser(reply, config)
    return goOn(reply, await finishAtProvider(services, find, secret, search))
  })

  bindEndpoint(app, endpoints.oidcExchange, async ({ body, request }) => {
    assertConfigured(config)
    return exchangeCode(services, {
      code: body.code,
      verifier: body.verifier,
      remember: body.rememberMe ?? false,
      language: body.language,
      address: clientAddress(request),
      device: deviceLabel(request.headers['user-agent']),
    })
  })

  bindEndpoint(app, endpoints.identities, async ({ caller }) => ({
    identities: await listIdentities(services, caller.id),
  }))

  bindEndpoint(app, endpoints.connectIdentity, async ({ caller, body, request }) => ({
    identity: await connectWithCode(services, caller, body, request),
  }))

  bindEndpoint(app, endpoints.disconnectIdentity, async ({ caller, params, request }) => {
    await assertOwnIdentity(services.database, caller.id, params.id)
    await requireConfirmation(services, caller, request)
    const device = deviceLabel(request.headers['user-agent'])
    await disconnectIdentity(services, caller, params.id, device)
    return { message: 'The sign-in has been disconnected.' }
  })
}

function assertConfigured({ OIDC_ISSUER }: Services['config']): void {
  if (OIDC_ISSUER === undefined) throw new Failure('NOT_FOUND')
}

/** The error that the page shows: a redirected browser cannot show JSON. */
function problemOf(error: unknown): 'unavailable' | 'busy' | undefined {
  if (error instanceof ProviderUnavailable) return 'unavailable'
  return error instanceof Failure && error.code === 'RATE_LIMITED' ? 'busy' : undefined
}

type GoingOn = Pick<Finish, 'purpose' | 'redirect'> & {
  readonly result: { readonly code: string } | { readonly problem: string }
}

/** Sends the browser back to the page that goes on, with the code where no server sees it: behind the number sign. */
function goOn(reply: FastifyReply, { purpose, redirect, result }: GoingOn): FastifyReply {
  const isSignIn = purpose === 'sign-in'
  const page = isSignIn ? '/login' : (redirect ?? '/portal/profile?section=security').replace(/#.*$/s, '')
  const query = isSignIn && redirect !== null ? `?${new URLSearchParams({ redirect })}` : ''
  const fragment = new URLSearchParams('code' in result ? { code: result.code } : { oidc: result.problem })
  if (!isSignIn) fragment.set('for', purpose)
  return reply.redirect(`${page}${query}#${fragment}`, 303)
}
