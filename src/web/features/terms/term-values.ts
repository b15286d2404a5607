import type { ServiceConfig } from '#contract/service.ts'
import { formatSize } from '../../i18n/format/format.ts'
import { productName } from '../../ui/product-name.ts'

/** What the texts of the terms take from the settings of the service. */
export function termValues({ limits, supportMail }: ServiceConfig): Record<string, string> {
  return {
    product: productName,
    free: formatSize(limits.fileSize.free),
    pro: formatSize(limits.fileSize.pro),
    contact: supportMail ?? 'none',
  }
}
