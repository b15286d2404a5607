import { parseArgs } from 'node:util'
import { type Command, UsageError } from '../command.ts'
import { signInHelp, signInOptions } from '../sign-in/with-session.ts'
import { transferHelp, withManaged } from './open-managed.ts'

export const revoke: Command = {
  help: `Usage: restante revoke TRANSFER [LINK] [options] [--json]

Revokes a download link and stops its running downloads. The transfer and its other
links stay, unless it's deleted after download and this was the last link still open.
Without LINK, revokes the link given as TRANSFER.
${transferHelp}

${signInHelp}

Examples:
  restante revoke - https://files.example.eu/download/NmfH8BprLH1cbQvS0TEWPA < manage-link.txt`,
  async run(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: signInOptions })
    const [transfer, link, ...rest] = positionals
    if (rest.length > 0) throw new UsageError('Too many arguments: give a transfer and at most one link.')
    const given = link === undefined ? undefined : readLinkId(link)
    return withManaged(transfer, values, async ({ client, ref, headers, linkId }) => {
      const id = given ?? linkId
      const { transfer: left } = await client.call('revokeLink', { params: { ref, id }, headers })
      const text = left
        ? 'The link is revoked.'
        : 'The link is revoked. It was the last one, so the transfer has ended.'
      return { text, data: { transfer: left } }
    })
  },
}

/** @throws UsageError */
function readLinkId(link: string): string {
  const id = /(?:^|\/download\/)([A-Za-z0-9_-]{22})\/?$/.exec(link)?.[1]
  if (id === undefined)
    throw new UsageError(
      'Not a valid link. Example: https://files.example.eu/download/NmfH8BprLH1cbQvS0TEWPA',
    )
  return id
}
