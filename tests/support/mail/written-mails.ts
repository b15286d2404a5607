import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'

/** The mails to an address that a server without SMTP has written to its data folder so far; in no order. */
export async function writtenMails(dataDir: string, address: string): Promise<Email[]> {
  const place = join(dataDir, 'mail')
  const names = await readdir(place).catch(() => [])
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .map(async (name) => PostalMime.parse(await readFile(join(place, name)))),
  )
  return mails.filter(({ to }) => to?.some((recipient) => recipient.address === address))
}
