import { randomBytes } from 'node:crypto'
import { ApiError } from '#client/api-error.ts'
import type { Client } from '#client/create-client.ts'
import type { Scope } from '#contract/accounts/scopes.ts'

/**
 * Learns which scopes a key has by calls that do nothing: the service decides about the scope before it reads anything else,
 * and has no call that returns them. @throws ApiError if the key is unknown, or the service doesn't answer
 */
export async function grantedScopes(client: Client): Promise<ReadonlySet<Scope>> {
  const nothing = randomBytes(16).toString('base64url')
  const page = { page: 1, pageSize: 1 }
  const calls: readonly (readonly [Scope, () => Promise<unknown>])[] = [
    ['transfers:read', () => client.call('ownFiles', { query: page })],
    ['transfers:send', () => client.call('resumableResult', { params: { id: nothing } })],
    ['transfers:manage', () => client.call('updateTransfer', { params: { ref: nothing }, body: {} })],
    ['requests', () => client.call('requests', { query: page })],
  ]
  const granted = await Promise.all(
    calls.map(async ([scope, call]) => {
      const refusal = await call().then(() => undefined, refusalOf)
      return refusal === 'API_KEY_REFUSED' ? [] : [scope]
    }),
  )
  return new Set(granted.flat())
}

/** @throws the error, unless the service answered about the call and not about who calls */
function refusalOf(error: unknown): string {
  if (error instanceof ApiError && [400, 403, 404, 409, 410, 422].includes(error.status)) return error.code
  throw error
}
