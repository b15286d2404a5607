import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/**
 * Starts a mail server on this machine that delivers nothing: each mail is a file in the folder, whose name begins with the
 * time of the mail. A Restante that mails through it can do all that needs a mail server, such as codes.
 */
export async function startMailFolder(folder: string): Promise<{ url: string; close(): Promise<void> }> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onData(stream, _session, done) {
      buffer(stream)
        .then((mail) => keep(folder, mail))
        .then(() => done(null), done)
    },
  })
  server.on('error', (error) => console.error(`The mail server of ${folder}: ${error.message}`))
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (!address || typeof address === 'string') throw new Error('the mail server has no port')
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Writes beside and renames: a page that lists the folder meanwhile reads no half of a mail. */
async function keep(folder: string, mail: Buffer): Promise<void> {
  const { date } = await PostalMime.parse(mail)
  const time = new Date(date ?? Date.now()).toISOString().slice(0, 19).replaceAll(':', '-')
  // Mails of one second stay in the order in which they came.
  const path = join(folder, `${time}Z-${Date.now()}-${randomUUID()}.eml`)
  await writeFile(`${path}.part`, mail, { mode: 0o600 })
  await rename(`${path}.part`, path)
}
