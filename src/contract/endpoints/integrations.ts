import * as z from 'zod/mini'
import { createApiKeyReply } from '../accounts/api-keys.ts'
import {
  delivery,
  serviceWebhookRequest,
  webhook,
  webhookId,
  webhookRequest,
  webhookTrial,
} from '../accounts/webhooks/webhooks.ts'
import { confirmationHeader } from '../headers.ts'
import { type RouteName, routes } from '../routes.ts'
import {
  deviceReply,
  deviceRequest,
  deviceTokenRequest,
  userCodeRequest,
  waitingDeviceReply,
} from '../signing-in/device-codes.ts'
import { pathNumber } from '../transfers/files.ts'
import { done, type Endpoint, success } from './endpoint.ts'

const byWebhookId = z.object({ id: webhookId })
const byDelivery = z.object({ id: webhookId, n: pathNumber })

/** Replies of both the calls of own webhooks and those of the service. */
const shared = {
  list: { reply: z.object({ success, webhooks: z.array(webhook) }) },
  one: { reply: z.object({ success, webhook }) },
  created: { reply: z.object({ success, webhook, secret: z.string() }), status: 201 },
  deliveries: { reply: z.object({ success, webhook, deliveries: z.array(delivery) }) },
  tried: { reply: z.object({ success, trial: webhookTrial }) },
  queued: { reply: z.object({ success, n: z.int() }), status: 201 },
} as const

/** Calls about programs that act for an account: webhooks, and programs that are connected by a code. */
export const integrationsEndpoints = {
  webhooks: { ...routes.webhooks, ...shared.list, summary: 'Lists webhooks.' },
  createWebhook: {
    ...routes.createWebhook,
    ...shared.created,
    summary: 'Creates a webhook. Its secret is returned only once.',
    body: webhookRequest,
  },
  testNewWebhook: {
    ...routes.testNewWebhook,
    ...shared.tried,
    summary: 'Sends one test call to an address that has no webhook yet, and returns the answer.',
    body: webhookRequest,
  },
  updateWebhook: {
    ...routes.updateWebhook,
    ...shared.one,
    summary: 'Changes a webhook, or switches it on or off.',
    params: byWebhookId,
    body: webhookRequest,
    notFound: 'WEBHOOK_NOT_FOUND',
  },
  deleteWebhook: {
    ...routes.deleteWebhook,
    summary: 'Deletes a webhook and its pending calls.',
    params: byWebhookId,
    reply: done,
    notFound: 'WEBHOOK_NOT_FOUND',
  },
  rotateWebhookSecret: {
    ...routes.rotateWebhookSecret,
    ...shared.created,
    summary: 'Makes a new secret. Calls are signed with the previous one, too, for a day.',
    params: byWebhookId,
    notFound: 'WEBHOOK_NOT_FOUND',
  },
  testWebhook: {
    ...routes.testWebhook,
    ...shared.queued,
    summary: 'Sends a test call.',
    params: byWebhookId,
    notFound: 'WEBHOOK_NOT_FOUND',
  },
  webhookDeliveries: {
    ...routes.webhookDeliveries,
    ...shared.deliveries,
    summary: 'Lists the last 50 calls of a webhook, with what was sent and answered.',
    params: byWebhookId,
    notFound: 'WEBHOOK_NOT_FOUND',
  },
  redeliverWebhook: {
    ...routes.redeliverWebhook,
    ...shared.queued,
    summary: 'Sends a call again, with the same id.',
    params: byDelivery,
    notFound: 'DELIVERY_NOT_FOUND',
  },
  serviceWebhooks: {
    ...routes.serviceWebhooks,
    ...shared.list,
    summary: 'Lists the webhooks of the service.',
  },
  createServiceWebhook: {
    ...routes.createServiceWebhook,
    ...shared.created,
    summary: 'Creates a webhook of the service. Its secret is returned only once.',
    body: serviceWebhookRequest,
  },
  testNewServiceWebhook: {
    ...routes.testNewServiceWebhook,
    ...shared.tried,
    summary:
      'Sends one test call to an address that has no webhook of the service yet, and returns the answer.',
    body: serviceWebhookRequest,
  },
  updateServiceWebhook: {
    ...routes.updateServiceWebhook,
    ...shared.one,
    summary: 'Changes a webhook of the service, and makes the caller its administrator.',
    params: byWebhookId,
    body: serviceWebhookRequest,
    notFound: 'WEBHOOK_NOT_FOUND',
  },
  deleteServiceWebhook: {
    ...routes.deleteServiceWebhook,
    summary: 'Deletes a webhook of the service and its pending calls.',
    params: byWebhookId,
    reply: done,
    notFound: 'WEBHOOK_NOT_FOUND',
  },
  rotateServiceWebhookSecret: {
    ...routes.rotateServiceWebhookSecret,
    ...shared.created,
    summary:
      'Makes a new secret of a webhook of the service. Calls are signed with the previous one, too, for a day.',
    params: byWebhookId,
    notFound: 'WEBHOOK_NOT_FOUND',
  },
  testServiceWebhook: {
    ...routes.testServiceWebhook,
    ...shared.queued,
    summary: 'Sends a test call of a webhook of the service.',
    params: byWebhookId,
    notFound: 'WEBHOOK_NOT_FOUND',
  },
  serviceWebhookDeliveries: {
    ...routes.serviceWebhookDeliveries,
    ...shared.deliveries,
    summary: 'Lists the last 50 calls of a webhook of the service, with what was sent and answered.',
    params: byWebhookId,
    notFound: 'WEBHOOK_NOT_FOUND',
  },
  redeliverServiceWebhook: {
    ...routes.redeliverServiceWebhook,
    ...shared.queued,
    summary: 'Sends a call of a webhook of the service again, with the same id.',
    params: byDelivery,
    notFound: 'DELIVERY_NOT_FOUND',
  },
  beginDevice: {
    ...routes.beginDevice,
    summary: 'Begins to connect a program, and returns the code that it shows to its user (RFC 8628).',
    body: deviceRequest,
    reply: deviceReply,
    status: 201,
  },
  redeemDevice: {
    ...routes.redeemDevice,
    summary: 'Returns the API key of a program once its user has connected it.',
    body: deviceTokenRequest,
    reply: createApiKeyReply,
    status: 201,
  },
  findDevice: {
    ...routes.findDevice,
    summary: 'Returns the program that waits with a code.',
    body: userCodeRequest,
    reply: waitingDeviceReply,
  },
  approveDevice: {
    ...routes.approveDevice,
    summary: 'Connects the program that waits with a code.',
    headers: [confirmationHeader],
    body: userCodeRequest,
    reply: done,
  },
  denyDevice: {
    ...routes.denyDevice,
    summary: 'Refuses the program that waits with a code.',
    body: userCodeRequest,
    reply: done,
  },
} as const satisfies Partial<Record<RouteName, Endpoint>>
