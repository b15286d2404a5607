import type { FastifyRequest } from 'fastify'
import { clientAddress } from '#server/platform/http/client-address.ts'
import type { Sender } from './sender.ts'

/** Who sends a request. */
export function senderOf(request: FastifyRequest): Sender {
  const { caller } = request
  return {
    userId: caller?.id ?? null,
    isPro: caller?.isPro ?? false,
    storageLimit: caller?.storageLimit ?? null,
    address: clientAddress(request),
  }
}
