import type { Client } from '#client/create-client.ts'
import { manageTokenHeader } from '#contract/headers.ts'
import { UsageError } from '../command.ts'
import { readSecretFromInput } from '../sign-in/read-secret.ts'
import { type Session, type signInOptions, withSession } from '../sign-in/with-session.ts'

type SignIn = { readonly [Name in keyof typeof signInOptions]?: string }

/** Help text of the argument TRANSFER. */
export const transferHelp = `TRANSFER is the manage link of a transfer, - to read that from standard input, or, if
you sign in, the first download link of one of your transfers.`

/** Access to manage a transfer: the parameters that each call about it takes. */
type ManagedAccess = {
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
 * Runs work with a transfer that a manage link opens, or that belongs to the account that the options name.
 * @param argument see transferHelp
 * @throws UsageError, ApiError, and what the work throws
 */
export async function withManaged<Result>(
  argument: string | undefined,
  values: SignIn,
  work: (access: ManagedAccess) => Promise<Result>,
): Promise<Result> {
  if (argument === undefined) throw new UsageError('The manage link of a transfer is required.')
  const text = argument === '-' ? await readSecretFromInput() : argument
  const url = URL.canParse(text) ? new URL(text) : undefined
  const [, kind, linkId] = linkForm.exec(url?.pathname ?? '') ?? []
  if (!url || linkId === undefined || !/^https?:$/.test(url.protocol))
    throw new UsageError(
      'Not a valid link. Example: https://files.example.eu/manage/NmfH8BprLH1cbQvS0TEWPA#…',
    )
  const service = url.origin
  const token = kind === 'manage' ? url.hash.slice(1) : ''
  const manage = async ({ client, token: session }: Session) => {
    if (token !== '') {
      const { ref } = await client.call('manageSession', { body: { id: linkId, token } })
      return work({ client, ref, headers: { [manageTokenHeader]: token }, linkId, service })
    }
    if (session === undefined)
      throw new UsageError('Use the complete manage link, or sign in with --sign-in.')
    return work({ client, ref: await findOwnRef(client, linkId), headers: {}, linkId, service })
  }
  // A manage link needs no key, and one that may only send, or is revoked, would be refused.
  return withSession(service, values, manage, { savedKey: token === '' })
}

/** Finds the reference of a transfer of the caller. @throws UsageError */
async function findOwnRef(client: Client, linkId: string): Promise<string> {
  for (let page = 1; ; page += 1) {
    const { files, total, pageSize } = await client.call('ownFiles', { query: { page, pageSize: 100 } })
    const found = files.find(({ id }) => id === linkId)
    if (found) return found.ref
    if (page * pageSize >= total) throw new UsageError('This is not the first link of one of your transfers.')
  }
}
