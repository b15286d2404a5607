import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { WebhookRequest } from '#contract/accounts/webhooks/webhooks.ts'
import { endpoints } from '#contract/endpoints.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import type { Caller } from '#server/identity/calls/caller.ts'
import { clientNetwork } from '#server/platform/http/client-address.ts'
import { consumeRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { listDeliveries, sendAgain, testWebhook } from './deliveries.ts'
import { tryAddress } from './try-address.ts'
import type { Scope } from './webhook-rows.ts'
import {
  type Actor,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
} from './webhooks.ts'

/** Changes and test calls of one account: each looks a name up, or calls an address. */
const changes = { burst: 60, interval: 10_000 }

/** Test calls of one account before there is a webhook, each of which may be to another address. */
const trials = { burst: 10, interval: 60_000 }

/** The calls about webhooks: a person's own, and the service's for administrators. */
export function webhooksRoutes(app: FastifyInstance, services: Services): void {
  const own = ({ id }: Caller): Scope => ({ userId: id })

  async function act(caller: Caller, scope: Scope, request: FastifyRequest): Promise<Actor> {
    await consumeRateLimit(services, `webhook:${caller.id}`, changes)
    return { caller, scope, network: clientNetwork(request) }
  }

  async function trial(caller: Caller, scope: Scope, request: FastifyRequest, body: WebhookRequest) {
    await act(caller, scope, request)
    // guard: rate of test calls to any address -> tests/http/integrations/webhook-trial.test.ts "ten at once"
    await consumeRateLimit(services, `webhook-trial:${caller.id}`, trials)
    return { trial: await tryAddress(services, caller, scope, body) }
  }

  bindEndpoint(app, endpoints.webhooks, async ({ caller }) => ({
    webhooks: await listWebhooks(services, own(caller)),
  }))
  bindEndpoint(app, endpoints.createWebhook, async ({ caller, body, request }) =>
    createWebhook(services, await act(caller, own(caller), request), body),
  )
  bindEndpoint(app, endpoints.testNewWebhook, async ({ caller, body, request }) =>
    trial(caller, own(caller), request, body),
  )
  bindEndpoint(app, endpoints.updateWebhook, async ({ caller, params, body, request }) => ({
    webhook: await updateWebhook(services, await act(caller, own(caller), request), params.id, body),
  }))
  bindEndpoint(app, endpoints.deleteWebhook, async ({ caller, params, request }) => {
    await deleteWebhook(services, await act(caller, own(caller), request), params.id)
    return deleted
  })
  bindEndpoint(app, endpoints.rotateWebhookSecret, async ({ caller, params, request }) =>
    rotateSecret(services, await act(caller, own(caller), request), params.id),
  )
  bindEndpoint(app, endpoints.testWebhook, async ({ caller, params, request }) => {
    const { scope } = await act(caller, own(caller), request)
    return { n: await testWebhook(services, scope, params.id) }
  })
  bindEndpoint(app, endpoints.webhookDeliveries, ({ caller, params }) =>
    listDeliveries(services, own(caller), params.id),
  )
  bindEndpoint(app, endpoints.redeliverWebhook, async ({ caller, params, request }) => {
    const { scope } = await act(caller, own(caller), request)
    await sendAgain(services, scope, params.id, params.n)
    return { n: params.n }
  })

  bindEndpoint(app, endpoints.serviceWebhooks, async () => ({
    webhooks: await listWebhooks(services, 'service'),
  }))
  bindEndpoint(app, endpoints.createServiceWebhook, async ({ caller, body, request }) =>
    createWebhook(services, await act(caller, 'service', request), body),
  )
  bindEndpoint(app, endpoints.testNewServiceWebhook, async ({ caller, body, request }) =>
    trial(caller, 'service', request, body),
  )
  bindEndpoint(app, endpoints.updateServiceWebhook, async ({ caller, params, body, request }) => ({
    webhook: await updateWebhook(services, await act(caller, 'service', request), params.id, body),
  }))
  bindEndpoint(app, endpoints.deleteServiceWebhook, async ({ caller, params, request }) => {
    await deleteWebhook(services, await act(caller, 'service', request), params.id)
    return deleted
  })
  bindEndpoint(app, endpoints.rotateServiceWebhookSecret, async ({ caller, params, request }) =>
    rotateSecret(services, await act(caller, 'service', request), params.id),
  )
  bindEndpoint(app, endpoints.testServiceWebhook, async ({ caller, params, request }) => {
    await act(caller, 'service', request)
    return { n: await testWebhook(services, 'service', params.id) }
  })
  bindEndpoint(app, endpoints.serviceWebhookDeliveries, ({ params }) =>
    listDeliveries(services, 'service', params.id),
  )
  bindEndpoint(app, endpoints.redeliverServiceWebhook, async ({ caller, params, request }) => {
    await act(caller, 'service', request)
    await sendAgain(services, 'service', params.id, params.n)
    return { n: params.n }
  })
}

const deleted = { message: 'Webhook deleted.' }
