import { UsageError } from '../command.ts'

/** The option of a command that lets a service name another host, for its `parseArgs`. */
export const allowHostOption = { 'allow-host': { type: 'string' } } as const

/** Help text of this option. */
export const allowHostHelp = `  --allow-host HOST              let the service send the download or upload to this host,
                                 such as files.example.eu or 192.0.2.7:8080`

/**
 * Checks the address of a download that a service names: on the service itself, or on the host that the caller allows.
 * @throws UsageError for any other origin
 */
export function downloadAddress(named: string, service: string, allowedHost: string | undefined): string {
  const url = new URL(named, service)
  if (url.origin !== new URL(service).origin) assertAllowed(url, service, allowedHost)
  return url.href
}

/**
 * Origin for the bytes of an upload: the one that the service names for large uploads, if it uses HTTPS, is on this machine, or
 * has the host and protocol of the service.
 * @throws UsageError for any other origin that the caller doesn't allow
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
  throw new UsageError(
    `${service} sends this to ${url.origin}. If you trust that host, add --allow-host ${url.host}.`,
  )
}
