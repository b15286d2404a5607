import * as host from '#client/transfers/named-host.ts'
import { UsageError } from '../command.ts'

/** The option of a command that lets a service name another host, for its `parseArgs`. */
export const allowHostOption = { 'allow-host': { type: 'string' } } as const

/** Help text of this option. */
export const allowHostHelp = `  --allow-host HOST              let the service send the download or upload to this host,
                                 such as files.example.eu or 192.0.2.7:8080`

/** Checks the address of a download that a service names. @throws UsageError that names the option */
export function downloadAddress(...named: Parameters<typeof host.downloadAddress>): string {
  return namingOption(() => host.downloadAddress(...named))
}

/** Checks the origin that a service names for the bytes of an upload. @throws UsageError that names the option */
export function uploadAddress(...named: Parameters<typeof host.uploadAddress>): string {
  return namingOption(() => host.uploadAddress(...named))
}

function namingOption(check: () => string): string {
  try {
    return check()
  } catch (error) {
    if (!(error instanceof host.HostRefused)) throw error
    const { service, named } = error
    throw new UsageError(
      `${service} sends this to ${named.origin}. If you trust that host, add --allow-host ${named.host}.`,
      { cause: error },
    )
  }
}
