/**
 * Asks for a mail with a link and dies by SIGKILL at a moment: `before-dispatch`, after the event was committed;
 * `in-dispatch`, after its mail was inserted and before that is committed; `before-sending`, after that. Run as a process of
 * its own, configured like a server: `die-while-mailing.ts MOMENT LINK ADDRESS`.
 */
import pino from 'pino'
import { openServices } from '#server/app/services.ts'
import { readProcessConfig } from '#server/config/config.ts'
import { mailSubscriber } from '#server/messaging/mail/mail-subscriber.ts'
import { openDispatcher } from '#server/platform/events/open-dispatcher.ts'
import { sendLink } from '#server/transfers/links/send-link.ts'

const [moment, downloadLink = '', recipientEmail = ''] = process.argv.slice(2)

function dieAt(place: string): void {
  if (moment === place) process.kill(process.pid, 'SIGKILL')
}

const services = await openServices(readProcessConfig(), pino({ level: 'silent' }), { now: Date.now })
const mailer = {
  ...services.mailer,
  async send() {
    dieAt('before-sending')
  },
}
const last = { handle: async () => dieAt('in-dispatch') }
const { run, wake } = openDispatcher(services, [mailSubscriber({ ...services, mailer }), last])
const dispatcher = {
  run,
  wake() {
    dieAt('before-dispatch')
    wake()
  },
}
const sender = { principal: { kind: 'guest' }, address: '192.0.2.1' } as const
await sendLink({ ...services, mailer, dispatcher }, sender, { downloadLink, recipientEmail })
