import type { FastifyRequest } from 'fastify'
import { clientAddress } from './client-address.ts'

/**
 * The network of whoever calls, for records that are kept: the first 24 bits of an IPv4 address, the first 48 of an
 * IPv6 one. It tells where an attack came from, not who somebody is.
 */
export function clientNetwork(request: Pick<FastifyRequest, 'ip'>): string {
  return networkOf(clientAddress(request))
}

/** The same from what clientAddress gives. */
export function networkOf(address: string): string {
  const [, start] = /^(\d+\.\d+\.\d+)\.\d+$/.exec(address) ?? []
  if (start !== undefined) return `${start}.0/24`
  const groups = address.replace(/::\/64$/, '').split(':')
  return `${groups.slice(0, 3).join(':')}::/48`
}
