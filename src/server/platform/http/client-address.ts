import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'

/**
 * Whom limits count: an IPv4 address whole, of an IPv6 address the first 64 bits, which one household has. Forwarded
 * addresses are believed from TRUSTED_PROXIES only; Fastify sees to that.
 */
export function clientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail] = ip.split('%', 1)[0]?.split('::') ?? []
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const middle = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return `${[...front, ...middle, ...back]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
