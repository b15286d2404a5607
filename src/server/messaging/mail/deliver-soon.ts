import type { Services } from '#server/platform/services.ts'
import { deliverMail } from './deliver-mail.ts'

/** Sees to it that what is in the outbox leaves now, while the caller goes on. */
export function deliverSoon(services: Services): void {
  services.background.run('mail', (stopping) => deliverMail(services, stopping))
}
