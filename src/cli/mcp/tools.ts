import { basename } from 'node:path'
import * as z from 'zod'
import { fieldsOf } from '#client/transfers/form-parts.ts'
import type { Scope } from '#contract/accounts/scopes.ts'
import { englishSize } from '#contract/transfers/scale-size.ts'
import { type Command, type Context, UsageError } from '../command.ts'
import { readDuration } from '../measures.ts'
import { request } from '../requests/request.ts'
import { withSession } from '../sign-in/with-session.ts'
import { expiryText } from '../transfers/expiry-text.ts'
import { extend } from '../transfers/extend.ts'
import { list } from '../transfers/list.ts'
import { serviceNow } from '../transfers/open-client.ts'
import { revoke } from '../transfers/revoke.ts'
import { pickContent } from '../transfers/sending/pick-content.ts'
import { sendTransfer } from '../transfers/sending/send-transfer.ts'
import type { Kind } from './kinds.ts'
import { sendableFile } from './sendable-file.ts'

/** Asks a person to approve. @throws UsageError unless they do */
export type Ask = (message: string) => Promise<void>

const time = z.string().max(8).describe('How long from now, such as 30m, 12h or 7d')
const link = z.string().max(200).describe('Download link of one of the transfers of the account')

const inputs = {
  send_file: z.strictObject({
    paths: z.array(z.string().min(1).max(4096)).min(1).max(100).describe('Files; several become one ZIP'),
    expires: time.optional(),
    title: z.string().max(100).optional(),
    downloadLimit: z.int().min(1).max(1000).optional(),
  }),
  list_transfers: z.strictObject({ page: z.int().min(1).max(1_000_000).optional() }),
  extend: z.strictObject({ link, expires: time }),
  revoke: z.strictObject({ link }),
  create_request: z.strictObject({
    title: z.string().min(1).max(100),
    until: time,
    instructions: z.string().max(2000).optional(),
  }),
} as const

type Place = { readonly service: string; readonly folder: string; readonly context: Context }

type Tool = {
  readonly name: string
  readonly title: string
  readonly description: string
  /** Scopes that the key needs, all of them. */
  readonly scopes: readonly Scope[]
  /** Undefined for a tool that only reads. */
  readonly kind: Kind | undefined
  readonly inputSchema: z.ZodObject
  /** @returns text for the assistant @throws UsageError, ApiError */
  run(input: unknown, ask: Ask): Promise<string>
}

/** Tools of an assistant. Their answers hold links to download, and never a manage link. */
export function toolsOf({ service, folder, context }: Place): readonly Tool[] {
  async function textOf(command: Command, args: string[]): Promise<string> {
    return (await command.run(args, context))?.text ?? ''
  }
  return [
    {
      name: 'send_file',
      title: 'Send files',
      description: `Uploads files from ${folder} and returns the download link, which anyone can open who has it.`,
      scopes: ['transfers:send'],
      kind: 'send',
      inputSchema: inputs.send_file,
      async run(input, ask) {
        const { paths, expires, title, downloadLimit } = inputs.send_file.parse(input)
        if (expires !== undefined) readDuration(expires)
        const files = await Promise.all(paths.map((path) => sendableFile(folder, path)))
        const content = await pickContent(files, undefined)
        const size = englishSize(content.size ?? 0, ' ')
        const names = files.map((file) => basename(file)).join(', ')
        const until = expires === undefined ? '' : `, for ${expires}`
        await ask(`Send ${names} (${size}) by ${service}${until}? Anyone with the link can download it.`)
        const fields = fieldsOf({ expiresIn: expires, title, downloadLimit: downloadLimit?.toString() })
        const { file } = await withSession(service, {}, (session) =>
          sendTransfer(session, { service, fields, content, allowHost: undefined }),
        )
        return `${file.downloadUrl}\nExpires ${expiryText(file.expiresAt, serviceNow())}`
      },
    },
    {
      name: 'list_transfers',
      title: 'List transfers',
      description: 'Lists the transfers of the account, newest first, 100 on a page.',
      scopes: ['transfers:read'],
      kind: undefined,
      inputSchema: inputs.list_transfers,
      run(input) {
        const { page = 1 } = inputs.list_transfers.parse(input)
        return textOf(list, [`--url=${service}`, `--page=${page}`])
      },
    },
    {
      name: 'extend',
      title: 'Change when a transfer expires',
      description: 'Sets a transfer to expire at a time from now, later or earlier than before.',
      scopes: ['transfers:read', 'transfers:manage'],
      kind: 'change',
      inputSchema: inputs.extend,
      async run(input, ask) {
        const { link: given, expires } = inputs.extend.parse(input)
        const own = ownLink(service, given)
        readDuration(expires)
        await ask(`Let ${own} expire in ${expires}?`)
        return textOf(extend, ['--', own, expires])
      },
    },
    {
      name: 'revoke',
      title: 'Revoke a link',
      description: 'Revokes a download link and stops its running downloads. This cannot be undone.',
      scopes: ['transfers:read', 'transfers:manage'],
      kind: 'change',
      inputSchema: inputs.revoke,
      async run(input, ask) {
        const own = ownLink(service, inputs.revoke.parse(input).link)
        await ask(`Revoke ${own}? It stops working at once, and for good.`)
        return textOf(revoke, ['--', own])
      },
    },
    {
      name: 'create_request',
      title: 'Ask others for files',
      description:
        'Creates a file request and returns its link, by which anyone can send files to the account.',
      scopes: ['requests'],
      kind: 'send',
      inputSchema: inputs.create_request,
      async run(input, ask) {
        const { title, until, instructions } = inputs.create_request.parse(input)
        readDuration(until)
        await ask(`Create the request “${title}”, open for ${until}, at ${service}?`)
        const said = instructions === undefined ? [] : [`--instructions=${instructions}`]
        return textOf(request, [`--url=${service}`, `--until=${until}`, ...said, '--', 'create', title])
      },
    },
  ]
}

/** The link of that id at this service, to which alone its key goes, whatever address the service gives its links. @throws UsageError */
function ownLink(service: string, text: string): string {
  const path = URL.canParse(text) ? new URL(text).pathname : ''
  const id = /^\/download\/([A-Za-z0-9_-]{22})\/?$/.exec(path)?.[1]
  if (id === undefined) throw new UsageError('Not a download link.')
  return `${service}/download/${id}`
}
