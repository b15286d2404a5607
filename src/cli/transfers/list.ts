import { parseArgs } from 'node:util'
import { type Command, UsageError } from '../command.ts'
import { nextPageLines, pageSize } from '../requests/list-page.ts'
import { readKeys } from '../sign-in/saved-keys.ts'
import { signInHelp, signInOptions, withSession } from '../sign-in/with-session.ts'
import { expiryText } from './expiry-text.ts'
import { serviceNow } from './open-client.ts'
import { chooseService } from './service-url.ts'

export const list: Command = {
  help: `Usage: restante list [options] [--json]

Lists your transfers, newest first, 100 on a page.

  --url URL                      the service, such as https://files.example.eu;
                                 by default the one you are signed in to
  --page NUMBER                  page of the list
${signInHelp}

Examples:
  restante list
  restante list --url https://files.example.eu --sign-in ada --sign-in-password-file password.txt`,
  async run(args) {
    const { values } = parseArgs({
      args,
      options: { ...signInOptions, url: { type: 'string' }, page: { type: 'string' } },
    })
    const service = await chooseService(values.url)
    const saved = await readKeys()
    if (values['sign-in'] === undefined && saved[service] === undefined)
      throw new UsageError('To list your transfers, sign in with --sign-in or restante login.')
    const { page = '1' } = values
    const query = { page, pageSize }
    const { files, total } = await withSession(service, values, ({ client }) =>
      client.call('ownFiles', { query }),
    )
    const now = serviceNow()
    const lines = files.map(
      ({ filename, downloadUrl, downloadCount, expiresAt }) =>
        `${filename || 'End-to-end encrypted files'}\n  ${downloadUrl}\n  expires ${expiryText(expiresAt, now)}, downloads: ${downloadCount}`,
    )
    return {
      text:
        total === 0
          ? 'You have no transfers.'
          : [...lines, ...nextPageLines(page, total)].join('\n') || 'No transfers on this page.',
      data: { files, total },
    }
  },
}
