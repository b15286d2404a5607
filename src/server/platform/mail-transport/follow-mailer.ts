import type { Config } from '../../config/config.ts'
import type { Mailer } from './mailer.ts'

type Server = Pick<Config, 'SMTP_URL' | 'SMTP_PASSWORD'>

/**
 * The mailer of the server that the settings name now, opened again when they name another one; `folder` where they name none.
 * Mails that were kept in the folder before there was a server can still be erased.
 */
export function followMailer(
  config: Server,
  folder: Mailer,
  open: (server: Server) => Promise<Mailer>,
): Mailer {
  let opened: { readonly for: string; readonly mailer: Promise<Mailer> } | undefined

  async function current(): Promise<Mailer> {
    const { SMTP_URL, SMTP_PASSWORD } = config
    if (SMTP_URL === undefined) return folder
    const server = JSON.stringify([SMTP_URL, SMTP_PASSWORD])
    if (opened?.for !== server) opened = { for: server, mailer: open({ SMTP_URL, SMTP_PASSWORD }) }
    return opened.mailer
  }
  return {
    get name() {
      return config.SMTP_URL === undefined ? 'folder' : 'smtp'
    },
    send: async (mail) => (await current()).send(mail),
    forget: (address) => folder.forget(address),
    countKept: async () => (await current()).countKept(),
    check: async () => (await current()).check(),
  }
}
