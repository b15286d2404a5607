import type { Email } from 'postal-mime'
import { eventsHandled } from '../server/events-handled.ts'
import type { TestServer } from '../server/server.ts'
import { until } from '../transfers/transfers.ts'
import { writtenMails } from './written-mails.ts'

/** Every mail to an address that has left a server that keeps its mails in a folder; in no order. Waits for those on their way. */
export async function mailsTo({ services, folder }: TestServer, address: string): Promise<Email[]> {
  await eventsHandled(services)
  await until(async () => {
    const waiting = await services.database.selectFrom('mail_outbox').select('id').execute()
    return waiting.length === 0
  })
  return writtenMails(folder, address)
}

/** The subjects of those mails, sorted. */
export async function subjectsTo(server: TestServer, address: string): Promise<string[]> {
  return (await mailsTo(server, address)).map(({ subject = '' }) => subject).toSorted()
}
