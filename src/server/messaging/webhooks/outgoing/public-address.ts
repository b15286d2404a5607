import { BlockList, isIPv4, isIPv6 } from 'node:net'
import { matchNetworks } from '#server/config/networks.ts'

/** Networks of IPv4 that are not for everybody (IANA's special-purpose registry, RFC 6890), and multicast. */
const specialIPv4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
]

/** The same of IPv6, within the only range that is given out (2000::/3). */
const specialIPv6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/** Addresses at which clouds tell machines their credentials: they are never called, whatever the operator allows. */
const metadata = matchNetworks([
  '169.254.0.0/16',
  'fd00:ec2::254/128',
  'fd20:ce::254/128',
  '100.100.100.200',
  '168.63.129.16',
  '192.0.0.192',
])

const isSpecial = matchNetworks([...specialIPv4, ...specialIPv6])
const givenOut = new BlockList()
givenOut.addSubnet('2000::', 3, 'ipv6')

/** Whether anyone on the Internet may have this address; of an IPv6 address that stands for an IPv4 one, that is asked. */
function isPublicAddress(address: string): boolean {
  const plain = embeddedIPv4(address) ?? address
  if (metadata(plain)) return false
  if (isIPv4(plain)) return !isSpecial(plain)
  return isIPv6(plain) && givenOut.check(plain, 'ipv6') && !isSpecial(plain)
}

/** Whether it may be called: it is public, or of a network that the operator allows. */
export function isAllowedAddress(address: string, networks: readonly string[]): boolean {
  const plain = embeddedIPv4(address) ?? address
  if (metadata(plain)) return false
  return isPublicAddress(plain) || (networks.length > 0 && matchNetworks(networks)(plain))
}

/** The IPv4 address in a mapped (::ffff:0:0/96) or translated (64:ff9b::/96) one, however it is written. */
function embeddedIPv4(address: string): string | undefined {
  if (!isIPv6(address)) return undefined
  const groups = readGroups(address)
  const isEmbedded = embedding.some((prefix) => prefix.every((group, index) => groups[index] === group))
  if (!isEmbedded) return undefined
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

const embedding = [
  [0, 0, 0, 0, 0, 0xffff],
  [0x64, 0xff9b, 0, 0, 0, 0],
]

/** The eight groups of an IPv6 address, as the parser of addresses writes it: compressed, in hexadecimal. */
function readGroups(address: string): number[] {
  const [plain = ''] = address.split('%', 1)
  const { hostname } = new URL(`http://[${plain}]`)
  const [before = '', after] = hostname.slice(1, -1).split('::')
  const head = before.split(':').filter(Boolean)
  const tail = (after ?? '').split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0')
  return [...head, ...zeros, ...tail].map((group) => Number.parseInt(group, 16))
}
