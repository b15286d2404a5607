import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { firstContact, keepTrying } from '#client/transfers/keep-trying.ts'
import { untilReady } from '#client/transfers/until-ready.ts'
import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { FileInfo } from '#contract/transfers/files.ts'
import { splitLink } from '#end-to-end/format/link-key.ts'
import { type Command, UsageError } from '../command.ts'
import { readSecretFromFile, readSecretFromInput } from '../sign-in/read-secret.ts'
import { type Session, signInHelp, signInOptions, withSession } from '../sign-in/with-session.ts'
import { listMembers, saveMembers } from './fetching/download-members.ts'
import { choosePath, saveFile } from './fetching/save-file.ts'
import { allowHostHelp, allowHostOption, downloadAddress } from './named-address.ts'
import { showProgress } from './progress/show-progress.ts'
import { openSealed } from './sealed/open-sealed.ts'
import { listSealed, saveSealed } from './sealed/save-sealed.ts'

export const download: Command = {
  help: `Usage: restante download LINK [options] [--json]

Downloads a file, and waits for one that is still being uploaded. If the connection drops,
the download resumes. An incomplete file ends in .part, and existing files are never
overwritten.

  --list                         list the files inside instead of downloading them
  --only PATTERN                 download only files whose name or path matches, such as
                                 "*.jpg" or "trip/**/*.jpg", into the folder --output
  --output PATH                  file or folder to save to; in a folder, the file keeps
                                 the sender's name
  --password-stdin               read the file password from standard input
  --key-stdin, --key-file PATH   read the key of an end-to-end encrypted transfer, which may
                                 be a whole link; several files are saved as a folder, or
                                 with --zip as one ZIP; a text is printed; what a visitor
                                 sealed for you opens with the file of your 34 words
  --key-password-file PATH       read the key password from this file, for a
                                 quantum-encrypted file
${allowHostHelp}
${signInHelp}

Examples:
  restante download https://files.example.eu/download/NmfH8BprLH1cbQvS0TEWPA
  restante download https://files.example.eu/download/NmfH8BprLH1cbQvS0TEWPA --output /tmp --password-stdin < password.txt
  restante download https://files.example.eu/download/NmfH8BprLH1cbQvS0TEWPA --key-file link.txt`,
  async run(args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        ...signInOptions,
        ...allowHostOption,
        output: { type: 'string' },
        list: { type: 'boolean' },
        only: { type: 'string' },
        'password-stdin': { type: 'boolean' },
        'key-stdin': { type: 'boolean' },
        zip: { type: 'boolean' },
        'key-file': { type: 'string' },
        'key-password-file': { type: 'string' },
      },
    })
    const [given, ...rest] = positionals
    if (given === undefined || rest.length > 0) throw new UsageError('Exactly one link is required.')
    const { list, only } = values
    if (list && only !== undefined) throw new UsageError('Use either --list or --only.')
    const { link, key: written } = splitLink(given)
    const { service, id } = readLink(link)
    const key = await readKey(values, written)
    const keyPath = values['key-password-file']
    const body = {
      ...(values['password-stdin'] ? { password: await readSecretFromInput() } : {}),
      ...(keyPath === undefined ? {} : { keyPassword: await readSecretFromFile(keyPath) }),
    }
    const obtain = async ({ client }: Session) => {
      const file = await waitUntilReady(client, id)
      if (file.encryptionMethod === endToEndMethod) {
        if (only !== undefined) throw new UsageError("--only doesn't work with end-to-end encrypted files.")
        const { password } = body
        const allowHost = values['allow-host']
        const bundle = await openSealed({ client, service, file, key, password, allowHost })
        if (list) return listSealed(bundle)
        const saved = await saveSealed(bundle, values.output ?? '.', values.zip ?? false)
        const { ticket } = bundle
        const confirm = () => client.call('downloadReceived', { params: { id }, body: { ticket } })
        // It has arrived, whether the service hears of it or not.
        await keepTrying(confirm, firstContact).catch(() => {})
        return saved
      }
      if (values.zip) throw new UsageError('--zip works only with end-to-end encrypted files.')
      if (key !== undefined) throw new UsageError('This transfer is not end-to-end encrypted: it has no key.')
      if (list || only !== undefined) {
        const { ticket } = await keepTrying(
          () => client.call('downloadTicket', { params: { id }, body }),
          firstContact,
        )
        const transfer = { client, service, id, ticket }
        return only === undefined ? listMembers(transfer) : saveMembers(transfer, only, values.output ?? '.')
      }
      const path = await choosePath(values.output ?? '.', file.filename)
      const { url } = await keepTrying(() => client.call('downloadTicket', { params: { id }, body }))
      await saveFile(downloadAddress(url, service, values['allow-host']), file.size, path)
      return { text: `Saved ${path} (${file.size} bytes).`, data: { path, size: file.size } }
    }
    // Downloads need no key, and one that may only send would be refused.
    return withSession(service, values, obtain, { savedKey: false })
  },
}

/**
 * The key of an end-to-end encrypted transfer, as it was given.
 * @param written the key in the link
 * @throws UsageError for more than one secret from standard input
 */
async function readKey(
  values: {
    readonly 'key-stdin'?: boolean
    readonly 'key-file'?: string
    readonly 'password-stdin'?: boolean
  },
  written: string | undefined,
): Promise<string | undefined> {
  const path = values['key-file']
  const ways = [values['key-stdin'], path, written].filter((way) => way !== undefined)
  if (ways.length > 1) throw new UsageError('Give the key one way: --key-stdin, --key-file, or in the link.')
  if (values['key-stdin']) {
    if (values['password-stdin'])
      throw new UsageError('Standard input holds one secret. Give the key with --key-file.')
    return readSecretFromInput()
  }
  if (path !== undefined) return readKeyFile(path)
  if (written !== undefined)
    process.stderr.write(
      'The key was on the command line: other programs here and the history of the shell may have it. Use --key-stdin.\n',
    )
  return written
}

/** A key in a file; the words of a request's key stand on several lines. @throws UsageError */
async function readKeyFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`Can't read ${path}.`, { cause })
  })
}

/** Waits for a file that is still being uploaded, and says so on standard error. @throws ApiError */
async function waitUntilReady(client: Session['client'], id: string): Promise<FileInfo> {
  let progress: ReturnType<typeof showProgress> | undefined
  function onArriving(received: number, total: number) {
    if (!progress) process.stderr.write('Still being uploaded. The download begins when it is ready.\n')
    progress ??= showProgress('Arriving', total)
    progress.to(received)
  }
  try {
    return await untilReady(client, id, { onArriving })
  } finally {
    progress?.end()
  }
}

function readLink(link: string): { service: string; id: string } {
  const url = URL.canParse(link) ? new URL(link) : undefined
  const id = /^\/download\/([A-Za-z0-9_-]{22})\/?$/.exec(url?.pathname ?? '')?.[1]
  if (!url || !/^https?:$/.test(url.protocol) || id === undefined)
    throw new UsageError(
      'Not a valid link. Example: https://files.example.eu/download/NmfH8BprLH1cbQvS0TEWPA',
    )
  return { service: url.origin, id }
}
