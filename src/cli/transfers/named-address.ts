import { UsageError } from '../command.ts'

/** The option of a command that lets a service name another host, for its `parseArgs`. */
export const allowHostOption = { 'allow-host': { type: 'string' } } as const

/** Its lines in the help text. */
export const allowHostHelp = `  --allow-host HOST              accept this host, such as files.example.eu or 192.0.2.7:8080,
                                 where the service sends the download or upload elsewhere`

/**
 * The address of a download that a service names: on the service itself, or on the host that the caller allows.
 * @throws UsageError for any other origin
 */
export function downloadAddress(named: string, service: string, allowedHost: string | undefined): string {
  const url = new URL(named, service)
  if (url.origin !== new URL(service).origin) assertAllowed(url, service, allowedHost)
  return url.href
}

/**
 * The origin for the bytes of an upload: the one that the service names for large ones, over HTTPS or on this machine, or over
 * HTTP like the service itself on its own host.
 * @throws UsageError for another one over HTTP that the caller does not allow
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
