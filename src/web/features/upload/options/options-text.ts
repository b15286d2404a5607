import type { ServiceConfig } from '#contract/service.ts'
import { endOfLife } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { recipientsOf, type TransferOptions } from '#web/transfers/engine/transfer-options.ts'

/** The options in one line: when it is deleted, what it takes to open it, and who gets a mail. */
export function optionsText(
  options: TransferOptions,
  { expiryOptions }: Pick<ServiceConfig, 'expiryOptions'>,
): string {
  const now = Date.now()
  const duration = expiryOptions.find(({ value }) => value === options.expiresIn)?.duration ?? 0
  const recipients = recipientsOf(options).length
  return [
    t('options.deleted', { when: endOfLife(now + duration, now) }),
    ...(options.endToEnd ? [t('options.sealedShort')] : []),
    ...(options.password !== ''
      ? [t('options.withPassword')]
      : options.endToEnd
        ? []
        : [t('options.noPassword')]),
    ...(options.text !== undefined && options.deleteAfterDownload ? [t('sealing.onceShort')] : []),
    ...(recipients > 0 ? [t('mail.recipients', { count: recipients })] : []),
  ].join(' · ')
}
