import type { ServiceConfig } from '#contract/service.ts'
import { formatSize } from '../../i18n/format/format.ts'
import { productName } from '../../ui/product-name.ts'

/** Values of the service's settings for the texts of the terms. */
export function termValues({ limits, supportMail }: ServiceConfig): Record<string, string> {
  return {
    product: productName,
    free: formatSize(limits.fileSize.free),
    pro: formatSize(limits.fileSize.pro),
    contact: supportMail ?? 'none',
  }
}
