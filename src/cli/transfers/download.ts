import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { firstContact, keepTrying } from '#client/transfers/keep-trying.ts'
import { safeFileName } from '#contract/transfers/file-name.ts'
import type { FileInfo } from '#contract/transfers/files.ts'
import { type Command, UsageError } from '../command.ts'
import { readSecretFromFile, readSecretFromInput } from '../sign-in/read-secret.ts'
import { type Session, signInHelp, signInOptions, withSession } from '../sign-in/with-session.ts'
import { listMembers, saveMembers } from './fetching/download-members.ts'
import { assertFree, saveFile } from './fetching/save-file.ts'
import { allowHostHelp, allowHostOption, downloadAddress } from './named-address.ts'

export const download: Command = {
  help: `Usage: restante download LINK [options] [--json]

Downloads a file. If the connection drops, the download resumes. An incomplete file
ends in .part, and existing files are never overwritten.

  --list                         list the files inside instead of downloading them
  --only PATTERN                 download only files whose name or path matches, such as
                                 "*.jpg" or "trip/**/*.jpg", into the folder --output
  --output PATH                  file or folder to save to; in a folder, the file keeps
                                 the sender's name
  --password-stdin               read the file password from standard input
  --key-password-file PATH       read the key password from this file, for a
                                 quantum-encrypted file
${allowHostHelp}
${signInHelp}

Examples:
  restante download https://files.example.eu/download/NmfH8BprLH1cbQvS0TEWPA
  restante download https://files.example.eu/download/NmfH8BprLH1cbQvS0TEWPA --output /tmp --password-stdin < password.txt`,
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
        'key-password-file': { type: 'string' },
      },
    })
    const [link, ...rest] = positionals
    if (link === undefined || rest.length > 0) throw new UsageError('Exactly one link is required.')
    const { list, only } = values
    if (list && only !== undefined) throw new UsageError('Use either --list or --only.')
    const { service, id } = readLink(link)
    const keyPath = values['key-password-file']
    const body = {
      ...(values['password-stdin'] ? { password: await readSecretFromInput() } : {}),
      ...(keyPath === undefined ? {} : { keyPassword: await readSecretFromFile(keyPath) }),
    }
    const obtain = async ({ client }: Session) => {
      if (list || only !== undefined) {
        const { ticket } = await keepTrying(
          () => client.call('downloadTicket', { params: { id }, body }),
          firstContact,
        )
        const transfer = { client, service, id, ticket }
        return only === undefined ? listMembers(transfer) : saveMembers(transfer, only, values.output ?? '.')
      }
      const { file } = await keepTrying(() => client.call('fileInfo', { params: { id } }), firstContact)
      const path = await choosePath(values.output ?? '.', file)
      const { url } = await keepTrying(() => client.call('downloadTicket', { params: { id }, body }))
      await saveFile(downloadAddress(url, service, values['allow-host']), file.size, path)
      return { text: `Saved ${path} (${file.size} bytes).`, data: { path, size: file.size } }
    }
    // Downloads need no key, and one that may only send would be refused.
    return withSession(service, values, obtain, { savedKey: false })
  },
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

/**
 * Chooses the path to save to; of the sender's file name only a safe base name is used.
 * @throws UsageError
 */
async function choosePath(output: string, { filename }: FileInfo): Promise<string> {
  const isFolder = (await stat(output).catch(() => undefined))?.isDirectory() ?? false
  if (!isFolder && (output === '' || /[/\\]$/.test(output)))
    throw new UsageError(`--output is not a folder: ${output}`)
  const path = isFolder ? join(output, safeFileName(filename)) : output
  await assertFree(path)
  return path
}
