import type { Client } from '#client/create-client.ts'
import { manageTokenHeader } from '#contract/headers.ts'
import { UsageError } from '../command.ts'
import { readSecretFromInput } from '../read-secret.ts'
import { type Session, type signInOptions, withSession } from '../sign-in/with-session.ts'

type SignIn = { readonly [Name in keyof typeof signInOptions]?: string }

/** How the argument TRANSFER is explained in the help of a command. */
export const transferHelp = `TRANSFER is the manage link of a transfer, - to read it from standard input, or, signed
in, the download link of one of your own transfers: the first of those it has.`

/** A transfer that may be managed: what each call about it takes. */
export type ManagedAccess = {
  readonly client: Client
  readonly ref: string
  readonly headers: Record<string, string>
  /** Id of the given link. */
  readonly linkId: string
  /** Origin of the service. */
  readonly service: string
}

const linkForm = /^\/(manage|download)\/([A-Za-z0-9_-]{22})\/?$/

/**
 * Does work with a transfer that a manage link opens, or that belongs to the account that the options name.
 * @param argument see transferHelp
 * @throws UsageError, ApiError, and what the work throws
 */
export async function withManaged<Result>(
  argument: string | undefined,
  values: SignIn,
  work: (access: ManagedAccess) => Promise<Result>,
): Promise<Result> {
  if (argument === undefined) throw new UsageError('A transfer is required: its manage link.')
  const text = argument === '-' ? await readSecretFromInput() : argument
  const url = URL.canParse(text) ? new URL(text) : undefined
  const [, kind, linkId] = linkForm.exec(url?.pathname ?? '') ?? []
  if (!url || linkId === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      'Not a link of a transfer. Example: https://files.example.eu/manage/NmfH8BprLH1cbQvS0TEWPA#…',
    )
  const service = url.origin
  const token = kind === 'manage' ? url.hash.slice(1) : ''
  const manage = async ({ client, token: session }: Session) => {
    if (token !== '') {
      const { ref } = await client.call('manageSession', { body: { id: linkId, token } })
      return work({ client, ref, headers: { [manageTokenHeader]: token }, linkId, service })
    }
    if (session === undefined) throw new UsageError('Use the whole manage link, or sign in with --sign-in.')
    return work({ client, ref: await findOwnRef(client, linkId), headers: {}, linkId, service })
  }
  // A manage link is the whole authority: a key that may only send, or is revoked, must not stand in the way.
  return withSession(service, values, manage, { savedKey: token === '' })
}

/** Reference of a transfer of the caller. @throws UsageError */
async function findOwnRef(client: Client, linkId: string): Promise<string> {
  for (let page = 1; ; page += 1) {
    const { files, total, pageSize } = await client.call('ownFiles', { query: { page, pageSize: 100 } })
    const found = files.find(({ id }) => id === linkId)
    if (found) return found.ref
    if (page * pageSize >= total)
      throw new UsageError('None of your transfers has this link as its first one.')
  }
}
