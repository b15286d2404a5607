import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/accounts/client.ts'

/** Whose webhooks: the account's own, or the service's. */
export type Scope = 'own' | 'service'

/** Names of the calls of each scope. */
export const calls = {
  own: {
    list: 'webhooks',
    create: 'createWebhook',
    tryOut: 'testNewWebhook',
    update: 'updateWebhook',
    remove: 'deleteWebhook',
    rotate: 'rotateWebhookSecret',
    test: 'testWebhook',
    deliveries: 'webhookDeliveries',
    again: 'redeliverWebhook',
  },
  service: {
    list: 'serviceWebhooks',
    create: 'createServiceWebhook',
    tryOut: 'testNewServiceWebhook',
    update: 'updateServiceWebhook',
    remove: 'deleteServiceWebhook',
    rotate: 'rotateServiceWebhookSecret',
    test: 'testServiceWebhook',
    deliveries: 'serviceWebhookDeliveries',
    again: 'redeliverServiceWebhook',
  },
} as const

/** Beginning of the keys of all queries of a scope; those of the service fail with the others of administrators. */
export function webhooksKey(scope: Scope): readonly string[] {
  return scope === 'service' ? ['admin', 'webhooks'] : ['webhooks']
}

export function webhooksQuery(scope: Scope) {
  return queryOptions({
    queryKey: [...webhooksKey(scope), 'list'],
    queryFn: async ({ signal }) => (await client.call(calls[scope].list, { signal })).webhooks,
  })
}

/** The last calls of a webhook; asked again every few seconds, for one may be under way. */
export function deliveriesQuery(scope: Scope, id: string) {
  return queryOptions({
    queryKey: [...webhooksKey(scope), 'calls', id],
    queryFn: ({ signal }) => client.call(calls[scope].deliveries, { params: { id }, signal }),
    refetchInterval: 5_000,
  })
}
