import { BlockList, isIP, isIPv6 } from 'node:net'

/** Whether an address, with or without a port, is of one of these machines and networks, such as 10.0.0.0/8. */
export function matchNetworks(networks: readonly string[]): (address: string | undefined) => boolean {
  const trusted = new BlockList()
  for (const network of networks) {
    const [machine = '', prefix] = network.split('/')
    const family = familyOf(machine)
    if (prefix === undefined) trusted.addAddress(machine, family)
    else trusted.addSubnet(machine, Number(prefix), family)
  }
  return (text) => {
    const address = readAddress(text)
    return address !== undefined && trusted.check(address, familyOf(address))
  }
}

/** Whether a text is an address, or a network such as 10.0.0.0/8. */
export function isNetwork(text: string): boolean {
  const [machine = '', prefix, ...rest] = text.split('/')
  const family = isIP(machine)
  if (family === 0 || rest.length > 0 || machine.includes('%')) return false
  if (prefix === undefined) return true
  return /^[1-9]\d{0,2}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128)
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}

/** The longest address with brackets, zone and port is shorter. */
export const maxAddressLength = 100

/**
 * The address in what a proxy forwards: some write a port behind it, and brackets around an IPv6 one. Undefined when there
 * is none. An IPv4 address in the form of an IPv6 one comes back as what it is.
 */
export function readAddress(text: string | undefined): string | undefined {
  if (text === undefined || text.length > maxAddressLength) return undefined
  const trimmed = text.trim()
  const [, bracketed] = /^\[([^\]]+)\](?::\d{1,5})?$/.exec(trimmed) ?? []
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(trimmed) ?? []
  // guard: port of a proxy -> src/server/platform/http/client-address.test.ts
  //   drops withPort ??
  const [address = ''] = (bracketed ?? withPort ?? trimmed).split('%', 1)
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? []
  const plain = mapped ?? address
  return isIP(plain) === 0 ? undefined : plain
}
