/**
 * A mail address for someone who may not be its owner: «b…@example.eu» says which mailbox to look into, and does not
 * give the address away.
 */
export function maskAddress(address: string): string {
  const at = address.lastIndexOf('@')
  const [first = ''] = address
  return `${first}…${address.slice(at)}`
}
