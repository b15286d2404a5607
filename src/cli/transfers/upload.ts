import { parseArgs } from 'node:util'
import { addressOf } from '#client/address-of.ts'
import { multipartBody, newBoundary } from '#client/multipart-body.ts'
import { readAnswer } from '#client/read-answer.ts'
import { endpoints } from '#contract/endpoints.ts'
import { routes } from '#contract/routes.ts'
import { type Command, UsageError } from '../command.ts'
import { readDuration } from '../measures.ts'
import { readSecretFromInput } from '../read-secret.ts'
import { signInHelp, signInOptions, withSession } from '../sign-in/with-session.ts'
import { expiryText } from './expiry-text.ts'
import { firstContact, keepTrying } from './keep-trying.ts'
import { allowHostHelp, allowHostOption, uploadAddress } from './named-address.ts'
import { serviceNow } from './open-client.ts'
import { pickFiles } from './pick-files.ts'
import { showProgress } from './progress.ts'
import { fieldsOf, partsOf } from './sending/form-parts.ts'
import { sendForm } from './sending/send-form.ts'
import { sendToRequest } from './sending/send-to-request.ts'
import { chooseService } from './service-url.ts'

export const upload: Command = {
  help: `Usage: restante upload --url URL FILE... [options] [--json]

Uploads files, or folders with everything in them, and prints the link. Several files
are sent as one ZIP archive, as in the web app. Symbolic links inside a folder are left
out. All you need is the address of the service; after restante login, not even that.

  --url URL                      the service, such as https://files.example.eu;
                                 by default the one you are signed in to
  --expires TIME                 30m, 1h, 3h, 6h, 12h; with Pro also 1d, 3d, 7d, 14d, 30d
  --password-stdin               protect with a password read from standard input
  --encryption METHOD            aes-256-gcm, ml-kem512, ml-kem768, ml-kem1024
  --title TEXT                   names the ZIP of several files, and the download page
  --sender-name NAME             your name, shown to the recipient
  --description TEXT             message shown with the file
  --delete-after-download        delete the file after one download
  --download-limit NUMBER        maximum number of downloads, up to 1000
  --request LINK                 send to a file request instead; you can add --title,
                                 --description, --password-stdin and the next three
  --name NAME, --email ADDRESS   your name and email, if the request asks for them
  --code CODE                    code emailed to that address
${allowHostHelp}
${signInHelp}

Examples:
  restante upload --url https://files.example.eu report.pdf
  restante upload --url https://files.example.eu --expires 12h --password-stdin photos/ < password.txt
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
    if (positionals.length === 0) throw new UsageError('At least one file or folder is required.')
    if (values.request !== undefined) return sendToRequest(values.request, values, positionals)
    const service = await chooseService(values.url)
    const picked = await pickFiles(positionals)
    const fields = fieldsOf({
      expiresIn: values.expires,
      encryptionMethod: values.encryption,
      title: values.title,
      senderName: values['sender-name'],
      description: values.description,
      downloadLimit: values['download-limit'],
      deleteAfterDownload: values['delete-after-download'] ? 'true' : undefined,
      password: values['password-stdin'] ? await readSecretFromInput() : undefined,
    })
    const call = picked.length > 1 || picked[0]?.folder ? 'uploadMultiple' : 'uploadStream'
    const { file, manageUrl, uploaded } = await withSession(
      service,
      values,
      async ({ client, token, renew }) => {
        const { uploadOrigin, routing } = await keepTrying(() => client.call('config'), firstContact)
        const size = picked.reduce((sum, one) => sum + one.file.size, 0)
        const isDirect = size > routing.directAbove
        const baseUrl = uploadAddress(isDirect ? uploadOrigin : null, service, values['allow-host'])
        const body = multipartBody(fields, partsOf(picked, call), newBoundary())
        const progress = showProgress('Uploading', size)
        try {
          const url = addressOf(baseUrl, routes[call])
          // If the answer was lost, the file is stored twice, and the copy without a link expires.
          let tries = 0
          return await keepTrying(async () => {
            tries += 1
            const present = tries === 1 ? token : await renew()
            const answer = await sendForm(url, body, { token: present, onProgress: progress.to })
            return readAnswer<typeof call>(endpoints[call].reply, answer)
          })
        } finally {
          progress.end()
        }
      },
    )
    return {
      text: `${file.downloadUrl}\nExpires ${expiryText(file.expiresAt, serviceNow())}\nTo change or delete it: ${manageUrl}`,
      data: { file, manageUrl, uploaded },
    }
  },
}

const onlyForRequests = ['name', 'email', 'code']
const alsoForRequests = ['request', 'title', 'description', 'password-stdin', 'allow-host']

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
