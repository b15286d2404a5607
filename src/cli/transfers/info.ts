import { parseArgs } from 'node:util'
import type { ManagedLink, ManagedTransfer } from '#contract/transfers/manage.ts'
import { type Command, UsageError } from '../command.ts'
import { signInHelp, signInOptions } from '../sign-in/with-session.ts'
import { expiryText } from './expiry-text.ts'
import { serviceNow } from './open-client.ts'
import { transferHelp, withManaged } from './open-managed.ts'

export const info: Command = {
  help: `Usage: restante info TRANSFER [options] [--json]

Shows a transfer you sent: its files and links, when it expires, and its downloads.
${transferHelp}

${signInHelp}

Examples:
  restante info - < manage-link.txt`,
  async run(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: signInOptions })
    const [given, ...rest] = positionals
    if (rest.length > 0) throw new UsageError('Exactly one transfer is required.')
    return withManaged(given, values, async ({ client, ref, headers, service }) => {
      const { transfer } = await client.call('managedTransfer', { params: { ref }, headers })
      return { text: describe(transfer, service), data: { transfer } }
    })
  },
}

function describe(transfer: ManagedTransfer, service: string): string {
  const { title, filename, expiresAt, files, links } = transfer
  return [
    (title ?? filename) || 'End-to-end encrypted files',
    `Expires ${expiryText(expiresAt, serviceNow())}`,
    ...files.map((file) => `File ${file.position}: ${file.filename || 'encrypted'} (${file.size} bytes)`),
    ...links.map((link) => describeLink(link, service)),
  ].join('\n')
}

function describeLink(
  { id, label, downloads, downloadLimit, revokedAt }: ManagedLink,
  service: string,
): string {
  const count = downloadLimit === null ? `${downloads}` : `${downloads} of ${downloadLimit}`
  const state = revokedAt === null ? `downloads: ${count}` : 'revoked'
  return `${service}/download/${id}${label === null ? '' : ` (${label})`}, ${state}`
}
