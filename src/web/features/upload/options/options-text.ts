import type { ServiceConfig } from '#contract/service.ts'
import { endOfLife } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { recipientsOf, type TransferOptions } from '#web/transfers/engine/transfer-options.ts'

/** The options in one line: when the files are deleted, whether a password is needed, and who gets a mail. */
export function optionsText(
  options: TransferOptions,
  { expiryOptions }: Pick<ServiceConfig, 'expiryOptions'>,
): string {
  const now = Date.now()
  const duration = expiryOptions.find(({ value }) => value === options.expiresIn)?.duration ?? 0
  const recipients = recipientsOf(options).length
  return [
    t('options.deleted', { when: endOfLife(now + duration, now) }),
    t(options.password === '' ? 'options.noPassword' : 'options.withPassword'),
    ...(recipients > 0 ? [t('mail.recipients', { count: recipients })] : []),
  ].join(' · ')
}
