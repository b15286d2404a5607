import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Webhook } from 'standardwebhooks'
import type { Person } from '#tests/support/accounts/accounts.ts'
import type { TestServer } from '#tests/support/server/server.ts'
import { until } from '#tests/support/transfers/transfers.ts'

/** Lets webhooks call receivers of tests. */
export const forReceivers = { WEBHOOK_NETWORKS: '127.0.0.1/32' }

export type Received = {
  readonly path: string
  readonly id: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  readonly status: number
}

type Respond = (call: Omit<Received, 'status'>, response: ServerResponse) => number | undefined

/**
 * A receiver of webhooks that remembers all it was sent.
 * @param respond gives the status of the answer; undefined where it has answered, or never does
 */
export async function startReceiver(respond: Respond = () => 200, { host = '127.0.0.1' } = {}) {
  const calls: Received[] = []
  const state = { respond }
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const call = {
        path: request.url ?? '',
        id: String(request.headers['webhook-id']),
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      }
      const status = state.respond(call, response)
      calls.push({ ...call, status: status ?? 0 })
      if (status !== undefined) response.writeHead(status).end('seen')
    })
  })
  server.listen(0, host)
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    url: `http://${host}:${address.port}/hook`,
    port: address.port,
    calls,
    state,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Makes a webhook of a person and gives it with its secret. */
export async function makeWebhook(
  { client }: Pick<Person, 'client'>,
  url: string,
  changes: Parameters<typeof webhookBody>[1] = {},
) {
  return client.call('createWebhook', { body: webhookBody(url, changes) })
}

export function webhookBody(
  url: string,
  changes: {
    events?: (typeof allOwn)[number][]
    format?: 'standard' | 'slack' | 'mattermost' | 'matrix' | 'ntfy' | 'teams'
    names?: boolean
    on?: boolean
    name?: string
  } = {},
) {
  return { url, events: [...allOwn], format: 'standard' as const, names: false, ...changes }
}

const allOwn = [
  'transfer.created',
  'transfer.opened',
  'transfer.downloaded',
  'transfer.limit_reached',
  'transfer.expiring',
  'transfer.ended',
  'transfer.reported',
  'transfer.disabled',
  'request.received',
  'request.closed',
] as const

/** Whether the library of Standard Webhooks would have signed a call that way, at the moment that the call says. */
export function isSigned(
  { id, headers, body }: Pick<Received, 'id' | 'headers' | 'body'>,
  secret: string,
): boolean {
  const at = new Date(Number(headers['webhook-timestamp']) * 1000)
  const expected = new Webhook(secret).sign(id, at, body)
  return String(headers['webhook-signature']).split(' ').includes(expected)
}

/** The calls of a webhook once none of them is under way or waits for its first try. */
export async function settled({ client }: Pick<Person, 'client'>, id: string) {
  const params = { id }
  await until(async () => {
    const { deliveries } = await client.call('webhookDeliveries', { params })
    return deliveries.every(({ state, tries }) => state !== 'waiting' || tries > 0)
  })
  return client.call('webhookDeliveries', { params })
}

/** Waits until nothing that is due is left or under way. */
export async function called(server: TestServer): Promise<void> {
  const { database } = server.services
  await until(async () => {
    await server.callWebhooks()
    const rows = await database
      .selectFrom('webhook_queue')
      .innerJoin('webhook_deliveries', 'webhook_deliveries.id', 'webhook_queue.id')
      .select(['not_before', 'is_first', 'webhook_queue.tries', 'webhook_deliveries.tries as recorded'])
      .execute()
    const now = server.clock.now()
    return rows.every((row) => row.not_before > now && row.is_first === 0 && row.tries === row.recorded)
  })
}
