import type { Client } from '#client/create-client.ts'
import { firstContact, keepTrying } from '#client/transfers/keep-trying.ts'
import { UsageError } from '../command.ts'
import { openClient } from '../transfers/open-client.ts'
import { readSecretFromFile } from './read-secret.ts'
import { readKeys } from './saved-keys.ts'

/** The sign-in options of a command, for its `parseArgs`. */
export const signInOptions = {
  'sign-in': { type: 'string' },
  'sign-in-password-file': { type: 'string' },
} as const

/** Help text of these options. */
export const signInHelp = `  --sign-in NAME                 sign in as this user for this command
  --sign-in-password-file PATH   file with that user's password`

export type Session = {
  readonly client: Client
  readonly token: string | undefined
  /** Renews the token of the session, which may have expired before a retry. @throws ApiError */
  renew(): Promise<string | undefined>
}

/**
 * Does work with a client of a service, signed in where the options say so, and signs out again.
 * @param savedKey whether the API key of `restante login` is sent without a sign-in
 * @param baseUrl origin of the service, without a trailing slash
 * @throws UsageError, ApiError, and errors of `work`
 */
export async function withSession<Result>(
  baseUrl: string,
  values: { readonly 'sign-in'?: string; readonly 'sign-in-password-file'?: string },
  work: (session: Session) => Promise<Result>,
  { savedKey = true }: { readonly savedKey?: boolean } = {},
): Promise<Result> {
  const username = values['sign-in']
  const path = values['sign-in-password-file']
  if ((username === undefined) !== (path === undefined))
    throw new UsageError('Use --sign-in and --sign-in-password-file together.')
  if (username === undefined || path === undefined) {
    const key = savedKey ? (await readKeys())[baseUrl] : undefined
    return work({ client: openClient(baseUrl, key), token: key, renew: async () => key })
  }
  const password = await readSecretFromFile(path)
  const reply = await keepTrying(
    () => openClient(baseUrl).call('login', { body: { username, password } }),
    firstContact,
  )
  if ('secondFactor' in reply)
    throw new UsageError('This account uses two-step sign-in. Use an API key instead: restante login.')
  const { token } = reply
  let { refreshToken } = reply
  const client = openClient(baseUrl, token)
  async function renew(): Promise<string> {
    const renewed = await client.call('refresh', { body: { refreshToken } })
    refreshToken = renewed.refreshToken
    return renewed.token
  }
  try {
    return await work({ client, token, renew })
  } finally {
    // Signs out by the refresh token, since the access token may have expired. If that fails, the session expires by itself.
    const signOut = () => client.call('logout', { body: { refreshToken } })
    await keepTrying(signOut, firstContact).catch(() => {})
  }
}
