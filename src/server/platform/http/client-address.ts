import type { Server } from 'node:http'
import { isIPv4, isIPv6 } from 'node:net'
import { maxAddressLength, readAddress } from '../../config/networks.ts'

/** Fields of a request that say where it comes from. The address is missing if its connection was gone at once. */
type Origin = {
  readonly ip: string | undefined
  readonly socket?: { readonly remoteAddress?: string | undefined }
}

/**
 * Whom limits count: an IPv4 address whole, of an IPv6 address the first 64 bits, which one household has. Forwarded
 * addresses are believed from TRUSTED_PROXIES only; what a proxy forwards that is no address counts as the proxy.
 */
export function clientAddress({ ip, socket }: Origin): string {
  const peer = socket?.remoteAddress ?? ''
  const origin = `${ip ?? ''} ${peer}`
  const known = recent.get(origin)
  if (known !== undefined) return known
  const counted = countedAddress(ip, peer)
  if (recent.size >= maxRecent) recent.clear()
  if (origin.length <= 2 * maxAddressLength) recent.set(origin, counted)
  return counted
}

/** Reads the address of each connection when it begins, which keeps it: of one that was reset meanwhile none can be read. */
export function keepPeerAddresses(server: Server): void {
  server.on('connection', ({ remoteAddress }) => remoteAddress)
}

/** The whole address of a caller, for lists of networks that allow one; empty where there is none. Not to be kept. */
export function clientIp({ ip, socket }: Origin): string {
  return readAddress(ip) ?? readAddress(socket?.remoteAddress) ?? ''
}

/** Addresses of the latest origins: parsing one takes as long as a query. */
const recent = new Map<string, string>()
const maxRecent = 1000

function countedAddress(ip: string | undefined, peer: string): string {
  const address = readAddress(ip) ?? readAddress(peer) ?? ''
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.split('::')
  const front = head.split(':').filter(Boolean)
  const back = tail?.split(':').filter(Boolean) ?? []
  const middle = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0')
  return `${[...front, ...middle, ...back]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

/**
 * The network of a caller, for records that are kept: the first 24 bits of an IPv4 address, the first 48 of an
 * IPv6 one. It shows where an attack came from, not who someone is.
 */
export function clientNetwork(request: Origin): string {
  return networkOf(clientAddress(request))
}

/** The same from what clientAddress gives. */
export function networkOf(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  const groups = address.replace(/::\/64$/, '').split(':')
  return `${groups.slice(0, 3).join(':')}::/48`
}
