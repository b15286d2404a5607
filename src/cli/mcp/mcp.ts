import { parseArgs } from 'node:util'
import { type Command, UsageError } from '../command.ts'
import { chooseService } from '../transfers/service-url.ts'
import { type Kind, kinds } from './kinds.ts'
import { openFolder } from './sendable-file.ts'

export const mcp: Command = {
  help: `Usage: restante mcp [options]

Serves tools to an assistant over standard input and output, by the Model Context
Protocol: send_file, list_transfers, extend, revoke and create_request. Those that the
API key of restante login has no scope for are left out. Each that sends, changes or
revokes asks its person first. Programs that can't ask get list_transfers alone.

  --url URL                      the service, such as https://files.example.eu;
                                 by default the one you are signed in to
  --folder FOLDER                files in it can be sent, hidden ones excepted; by default
                                 the folder in which the program was started
  --allow KINDS                  send, change, or send,change: also serves these tools
                                 to programs that can't ask

Examples:
  restante mcp --folder ~/Documents/outbox`,
  async run(args, context) {
    const { values } = parseArgs({
      args,
      options: { url: { type: 'string' }, folder: { type: 'string' }, allow: { type: 'string' } },
    })
    const allowed = readKinds(values.allow)
    const service = await chooseService(values.url)
    const folder = await openFolder(values.folder)
    // The protocol's code is as large as the rest of the program.
    const { serveTools } = await import('./serve-tools.ts')
    await serveTools({ service, folder, allowed, context })
    return undefined
  },
}

/** @throws UsageError */
function readKinds(text: string | undefined): ReadonlySet<Kind> {
  const words = text?.split(',') ?? []
  const known = kinds.filter((kind) => words.includes(kind))
  if (known.length !== words.length) throw new UsageError('--allow is send, change, or send,change.')
  return new Set(known)
}
