import { parseArgs } from 'node:util'
import { fieldsOf } from '#client/transfers/form-parts.ts'
import { type Command, type Outcome, UsageError } from '../command.ts'
import { readDuration } from '../measures.ts'
import { readPassword } from '../sign-in/read-secret.ts'
import { signInHelp, signInOptions, withSession } from '../sign-in/with-session.ts'
import { expiryText } from './expiry-text.ts'
import { allowHostHelp, allowHostOption } from './named-address.ts'
import { serviceNow } from './open-client.ts'
import { pickFiles } from './pick-files.ts'
import { showEarlyLink } from './progress/show-progress.ts'
import { readText } from './sealed/read-text.ts'
import { sendSealed } from './sealed/send-sealed.ts'
import { pickContent } from './sending/pick-content.ts'
import { sendToRequest } from './sending/send-to-request.ts'
import { sendTransfer } from './sending/send-transfer.ts'
import { chooseService } from './service-url.ts'

export const upload: Command = {
  help: `Usage: restante upload --url URL FILE... [options] [--json]

Uploads files, or folders with everything in them, and prints the link. Several files
are sent as one ZIP archive, as in the web app. Symbolic links inside a folder are left
out. All you need is the address of the service; after restante login, not even that.
Of an upload that takes a while the link comes first on standard error: it can be sent
at once, and its recipients wait until the files are there.
FILE can be - for standard input, which is sent once: nothing is retried.

  --url URL                      the service, such as https://files.example.eu;
                                 by default the one you are signed in to
  --expires TIME                 30m, 1h, 3h, 6h, 12h; with Pro also 1d, 3d, 7d, 14d, 30d
  --filename NAME                name of what comes from standard input; by default stdin
  --password-stdin               protect with a password read from standard input
  --password-file PATH           protect with the password in this file
  --end-to-end                   encrypt on this machine: the service can't open, scan or
                                 recover the files; the key is in the link, printed once.
                                 Title, name, message and password stay here, too
  --text                         send a text from standard input in place of files, up to
                                 1 MB, end-to-end encrypted
  --encryption METHOD            aes-256-gcm, ml-kem512, ml-kem768, ml-kem1024
  --title TEXT                   names the ZIP of several files, and the download page
  --sender-name NAME             your name, shown to the recipient
  --description TEXT             message shown with the file
  --delete-after-download        delete the file after one download
  --download-limit NUMBER        maximum number of downloads, up to 1000
  --request LINK                 send to a file request instead; you can add --title,
                                 --description, --filename, one of the two options for
                                 passwords, and the next three; a link that ends with #p=
                                 encrypts the files for its owner
  --name NAME, --email ADDRESS   your name and email, if the request asks for them
  --code CODE                    code emailed to that address
${allowHostHelp}
${signInHelp}

Examples:
  restante upload --url https://files.example.eu report.pdf
  restante upload --url https://files.example.eu --expires 12h --password-stdin photos/ < password.txt
  restante upload --url https://files.example.eu --end-to-end photos/
  tar cz photos | restante upload --url https://files.example.eu - --filename photos.tgz
  restante upload --url https://files.example.eu backup.tar --json | jq -r .file.downloadUrl`,
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...signInOptions,
        ...allowHostOption,
        url: { type: 'string' },
        expires: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        'password-file': { type: 'string' },
        filename: { type: 'string' },
        'end-to-end': { type: 'boolean' },
        text: { type: 'boolean' },
        encryption: { type: 'string' },
        title: { type: 'string' },
        'sender-name': { type: 'string' },
        description: { type: 'string' },
        'delete-after-download': { type: 'boolean' },
        'download-limit': { type: 'string' },
        request: { type: 'string' },
        name: { type: 'string' },
        email: { type: 'string' },
        code: { type: 'string' },
      },
    })
    assertFitting(values)
    if (values.expires !== undefined) readDuration(values.expires, '--expires')
    if (values.text) {
      if (positionals.length > 0)
        throw new UsageError('--text takes no files: the text comes from standard input.')
      if (values['password-stdin'])
        throw new UsageError('Standard input is the text already. Use --password-file.')
      return uploadSealed(await chooseService(values.url), values, [])
    }
    if (positionals.length === 0) throw new UsageError('At least one file or folder is required.')
    if (positionals.includes('-') && values['password-stdin'])
      throw new UsageError('Standard input is the file already. Use --password-file.')
    if (values.request !== undefined) return sendToRequest(values.request, values, positionals)
    const service = await chooseService(values.url)
    if (values['end-to-end']) return uploadSealed(service, values, positionals)
    const content = await pickContent(positionals, values.filename)
    const fields = fieldsOf({
      expiresIn: values.expires,
      encryptionMethod: values.encryption,
      title: values.title,
      senderName: values['sender-name'],
      description: values.description,
      downloadLimit: values['download-limit'],
      deleteAfterDownload: values['delete-after-download'] ? 'true' : undefined,
      password: await readPassword(values),
    })
    const { file, manageUrl, uploaded } = await withSession(service, values, (session) =>
      sendTransfer(session, {
        service,
        fields,
        content,
        allowHost: values['allow-host'],
        onLink: showEarlyLink,
      }),
    )
    return {
      text: `${file.downloadUrl}\nExpires ${expiryText(file.expiresAt, serviceNow())}\nTo change or delete it: ${manageUrl}`,
      data: { file, manageUrl, uploaded },
    }
  },
}

type SealedOptions = Parameters<typeof withSession>[1] &
  Parameters<typeof readPassword>[0] & {
    readonly expires?: string
    readonly encryption?: string
    readonly text?: boolean
    readonly filename?: string
    readonly title?: string
    readonly 'sender-name'?: string
    readonly description?: string
    readonly 'delete-after-download'?: boolean
    readonly 'download-limit'?: string
    readonly 'allow-host'?: string
  }

/** Sends files, or a text from standard input, that are sealed here. @throws UsageError, ApiError */
async function uploadSealed(
  service: string,
  values: SealedOptions,
  paths: readonly string[],
): Promise<Outcome> {
  if (values.encryption !== undefined)
    throw new UsageError("--encryption doesn't work together with --end-to-end and --text.")
  if (paths.includes('-') || values.filename !== undefined)
    throw new UsageError("--end-to-end can't send standard input: its length has to be known before.")
  const { title, description: message, 'sender-name': senderName } = values
  const content = {
    picked: values.text ? [] : await pickFiles(paths),
    said: {
      ...(values.text && { text: await readText() }),
      ...(title && { title }),
      ...(message && { message }),
      ...(senderName && { senderName }),
    },
    password: await readPassword(values),
  }
  const fields = {
    expiresIn: values.expires,
    downloadLimit: values['download-limit'],
    deleteAfterDownload: values['delete-after-download'] ? 'true' : undefined,
  }
  const { reply, link } = await withSession(service, values, (session) =>
    sendSealed(session, {
      service,
      fields,
      content,
      allowHost: values['allow-host'],
      onLink: showEarlyLink,
    }),
  )
  const { file, manageUrl } = reply
  return {
    text: `${link}\nThe key behind # is not kept anywhere else. Expires ${expiryText(file.expiresAt, serviceNow())}\nTo change or delete it: ${manageUrl}`,
    data: { link, file, manageUrl, uploaded: content.picked.length },
  }
}

const onlyForRequests = ['name', 'email', 'code']
const alsoForRequests = [
  'request',
  'title',
  'description',
  'filename',
  'password-stdin',
  'password-file',
  'allow-host',
]

/** @throws UsageError for an option that would have no effect: uploads to a request have the terms of the request */
function assertFitting(values: Readonly<Record<string, string | boolean | undefined>>): void {
  for (const [option, value] of Object.entries(values)) {
    if (value === undefined) continue
    const isForRequests = onlyForRequests.includes(option)
    if (values.request === undefined && isForRequests)
      throw new UsageError(`--${option} works only together with --request.`)
    if (values.request !== undefined && !isForRequests && !alsoForRequests.includes(option))
      throw new UsageError(`--${option} doesn't work together with --request.`)
  }
}
