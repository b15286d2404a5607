import { matchNetworks } from '#server/config/networks.ts'
import type { Services } from '#server/platform/services.ts'

/** Whether people without an account may send from an address, which clientIp gives, if they may send at all. */
export function isUploadNetwork({ UPLOAD_NETWORKS: networks }: Services['config'], ip: string): boolean {
  return networks === undefined || matchNetworks(networks)(ip)
}
