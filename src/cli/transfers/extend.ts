import { parseArgs } from 'node:util'
import { ApiError } from '#client/api-error.ts'
import { type Command, UsageError } from '../command.ts'
import { readDuration } from '../measures.ts'
import { signInHelp, signInOptions } from '../sign-in/with-session.ts'
import { expiryText } from './expiry-text.ts'
import { serviceNow } from './open-client.ts'
import { transferHelp, withManaged } from './open-managed.ts'

export const extend: Command = {
  help: `Usage: restante extend TRANSFER TIME [options] [--json]

Sets a transfer to expire TIME from now, such as 30m, 12h or 2d. That may be later or
earlier than before.
${transferHelp}

${signInHelp}

Examples:
  restante extend - 12h < manage-link.txt`,
  async run(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: signInOptions })
    const [transfer, time, ...rest] = positionals
    if (rest.length > 0) throw new UsageError('Exactly one transfer and one time are required.')
    const duration = readDuration(time)
    return withManaged(transfer, values, async ({ client, ref, headers }) => {
      const expiresAt = new Date(serviceNow() + duration).toISOString()
      const change = { params: { ref }, headers, body: { expiresAt } }
      const reply = await client.call('updateTransfer', change).catch(async (error: unknown) => {
        if (!(error instanceof ApiError && error.code === 'VALIDATION_ERROR')) throw error
        const { transfer: unchanged } = await client.call('managedTransfer', { params: { ref }, headers })
        const latest = expiryText(unchanged.longestExpiry, serviceNow())
        throw new UsageError(`TIME is too long: this transfer expires ${latest} at the latest.`, {
          cause: error,
        })
      })
      return {
        text: `Expires ${expiryText(reply.transfer?.expiresAt ?? expiresAt, serviceNow())}`,
        data: { transfer: reply.transfer },
      }
    })
  },
}
