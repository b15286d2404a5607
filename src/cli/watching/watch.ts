import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ApiError } from '#client/api-error.ts'
import { fieldsOf } from '#client/transfers/form-parts.ts'
import { pause } from '#client/transfers/pause.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { type Command, type Context, exitCodes, UsageError } from '../command.ts'
import { readDuration } from '../measures.ts'
import { readPassword } from '../sign-in/read-secret.ts'
import { withSession } from '../sign-in/with-session.ts'
import { expiryText } from '../transfers/expiry-text.ts'
import { allowHostHelp, allowHostOption } from '../transfers/named-address.ts'
import { serviceNow } from '../transfers/open-client.ts'
import { pickContent } from '../transfers/sending/pick-content.ts'
import { sendTransfer } from '../transfers/sending/send-transfer.ts'
import { chooseService } from '../transfers/service-url.ts'
import { type FileVersion, folderFiles, versionOf } from './folder-files.ts'
import { openSentFiles, type SentFiles } from './sent-files.ts'
import { createWaitingFiles } from './waiting-files.ts'

export const watch: Command = {
  help: `Usage: restante watch FOLDER [options] [--json]

Sends each new file in a folder, and in the folders in it, as a transfer of its own, and
prints the link. A file is sent once it has stopped changing. What the service refuses
is tried again after a while, up to once an hour, and holds nothing else up. Files that
are there at the first start are not sent, nor are hidden ones and those ending in
.part. A file that changes after it was sent is sent again.

The state file remembers what was sent, so that nothing is sent twice after a restart;
files that came meanwhile are sent then. The first SIGINT or SIGTERM lets the file that
is being sent come to its end. With --json every event is a line.

  --url URL                      the service, such as https://files.example.eu;
                                 by default the one you are signed in to
  --settle SECONDS               how long a file must stay the same; by default 10
  --state PATH                   state file; by default .restante-watch in the folder
  --expires TIME                 30m, 1h, 3h, 6h, 12h; with Pro also 1d, 3d, 7d, 14d, 30d
  --password-file PATH           protect with the password in this file
  --sender-name NAME             your name, shown to the recipient
  --download-limit NUMBER        maximum number of downloads, up to 1000
${allowHostHelp}

Examples:
  restante watch ~/Scans
  restante watch /srv/outbox --url https://files.example.eu --expires 12h --json >> links.jsonl`,
  async run(args, context) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...allowHostOption,
        url: { type: 'string' },
        settle: { type: 'string' },
        state: { type: 'string' },
        expires: { type: 'string' },
        'password-file': { type: 'string' },
        'sender-name': { type: 'string' },
        'download-limit': { type: 'string' },
      },
    })
    const [given, ...rest] = positionals
    if (given === undefined || rest.length > 0) throw new UsageError('Exactly one folder is required.')
    const folder = resolve(given)
    if (!(await stat(folder).catch(() => undefined))?.isDirectory())
      throw new UsageError(`${given} is not a folder.`)
    const seconds = Number(values.settle ?? 10)
    if (!(seconds >= 1 && seconds <= 3600)) throw new UsageError('--settle is a number from 1 to 3600.')
    if (values.expires !== undefined) readDuration(values.expires, '--expires')
    const service = await chooseService(values.url)
    const fields = fieldsOf({
      expiresIn: values.expires,
      senderName: values['sender-name'],
      downloadLimit: values['download-limit'],
      password: await readPassword(values),
    })
    const allowHost = values['allow-host']
    const sent = await openSentFiles(values.state ?? join(folder, '.restante-watch'), () =>
      folderFiles(folder),
    )
    try {
      context.remark({
        text: `Watching ${folder} for ${service}.`,
        data: { event: 'watching', folder, service },
      })
      const send = async (file: FileVersion) => {
        const content = await pickContent([join(folder, file.path)], undefined)
        // A try for each round: a file that has to wait for the service would hold the others up.
        return withSession(service, {}, (session) =>
          sendTransfer(session, { service, fields, content, allowHost, maxTries: 0 }),
        )
      }
      const count = await watchFolder({ folder, settle: seconds * 1000, sent, send, context })
      return { text: `Stopped. Files sent: ${count}.`, data: { event: 'stopped', sent: count } }
    } finally {
      await sent.close()
    }
  },
}

/** Sends new files until a signal stops the program. @returns how many were sent */
async function watchFolder({
  folder,
  settle,
  sent,
  send,
  context,
}: {
  readonly folder: string
  readonly settle: number
  readonly sent: SentFiles
  readonly send: (file: FileVersion) => Promise<UploadReply>
  readonly context: Context
}): Promise<number> {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
  const waiting = createWaitingFiles(settle)
  let count = 0
  let isReadable = true
  while (!stop.signal.aborted) {
    const files = await folderFiles(folder).catch((error: unknown) => {
      if (isReadable)
        remarkTrouble(context, error, `Can't read ${folder}; trying again.`, { event: 'unreadable' })
      return undefined
    })
    isReadable = files !== undefined
    const fresh = files?.filter((file) => !sent.has(file)) ?? []
    for (const { path } of isReadable ? waiting.take(fresh, performance.now()) : [])
      context.remark({
        text: `${path} is still changing, and waits.`,
        data: { event: 'changing', path },
      })
    for (const file of isReadable ? waiting.due(performance.now()) : []) {
      if (stop.signal.aborted) break
      if (!(await isSame(folder, file))) continue
      let reply: UploadReply
      try {
        reply = await send(file)
      } catch (error) {
        // Found again as it is now, when it has stopped changing.
        if (!(await isSame(folder, file))) continue
        const least = error instanceof ApiError ? (error.retryAfter ?? 0) * 1000 : 0
        const delay = waiting.refuse(file, performance.now(), least)
        const { path } = file
        const next = `Next try in ${delay < 120_000 ? `${Math.ceil(delay / 1000)} seconds` : `${Math.ceil(delay / 60_000)} minutes`}.`
        remarkTrouble(context, error, `${path} was not sent. ${next}`, {
          event: 'refused',
          path,
          retryIn: delay,
        })
        continue
      }
      waiting.remove(file)
      count += 1
      try {
        await sent.add(file)
      } finally {
        printSent(context, file, reply)
      }
    }
    await pause(Math.min(settle / 2, 2000), stop.signal).catch(() => {})
  }
  return count
}

async function isSame(folder: string, file: FileVersion): Promise<boolean> {
  const present = await versionOf(folder, join(folder, file.path))
  return present?.size === file.size && present.modifiedAt === file.modifiedAt
}

function printSent(context: Context, { path }: FileVersion, { file, manageUrl }: UploadReply): void {
  const expires = `Expires ${expiryText(file.expiresAt, serviceNow())}`
  context.print({
    text: `${path}\n  ${file.downloadUrl}\n  ${expires}\n  To change or delete it: ${manageUrl}`,
    data: { event: 'sent', path, file, manageUrl },
  })
}

function remarkTrouble(context: Context, error: unknown, text: string, data: Record<string, unknown>): void {
  const { code, message } = context.describe(error)
  context.remark({ text: `${text} ${message}`, data: { ...data, code, message }, exitCode: exitCodes.failed })
}
