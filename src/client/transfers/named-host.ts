/** The refusal of an address on another host that a service names. */
export class HostRefused extends Error {
  override readonly name = 'HostRefused'
  readonly service: string
  readonly named: URL

  constructor(service: string, named: URL) {
    super(`${service} sends this to ${named.origin}. Allow that host if you trust it.`)
    this.service = service
    this.named = named
  }
}

/**
 * Checks the address of a download that a service names: on the service itself, or on the host that the caller allows.
 * @throws HostRefused for any other origin
 */
export function downloadAddress(named: string, service: string, allowedHost: string | undefined): string {
  const url = new URL(named, service)
  if (url.origin !== new URL(service).origin) assertAllowed(url, service, allowedHost)
  return url.href
}

/**
 * Origin for the bytes of an upload: the one that the service names for large uploads, if it uses HTTPS, is on this machine, or
 * has the host and protocol of the service.
 * @throws HostRefused for any other origin that the caller doesn't allow
 */
export function uploadAddress(
  named: string | null,
  service: string,
  allowedHost: string | undefined,
): string {
  if (named === null) return service
  const url = new URL(named)
  const asked = new URL(service)
  const isSameHost = url.hostname === asked.hostname && asked.protocol === url.protocol
  if (url.protocol !== 'https:' && !isLoopback(url) && !isSameHost) assertAllowed(url, service, allowedHost)
  return url.origin
}

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname)
}

function assertAllowed(url: URL, service: string, allowedHost: string | undefined): void {
  if (allowedHost === url.host && /^https?:$/.test(url.protocol)) return
  throw new HostRefused(service, url)
}
