import type { Services } from '#server/platform/services.ts'
import type { MailSite } from './lay-out-mail.ts'

/** How mails name this service. */
export function mailSite({ config }: Pick<Services, 'config'>): MailSite {
  return { site: new URL(config.publicUrl).host, supportMail: config.SUPPORT_MAIL }
}
