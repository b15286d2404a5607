import * as z from 'zod'
import type { Clock } from '../time/clock.ts'

/** Client of an OAuth 2.0 server that gives tokens for a mailbox (RFC 6749, 4.4). */
export type TokenClient = {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly scope?: string | undefined
}

const timeout = 10_000
/** A token is not used in its last minute. */
const margin = 60_000
const answerShape = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().default(300) })

/**
 * Gives an access token, the same one until it ends; another where `renew` says that it was refused.
 * The promise is rejected with an error whose `code` is EAUTH where the server refuses the client, and EOAUTH otherwise; it
 * repeats nothing of what the server said.
 */
export function openAccessTokens(client: TokenClient, clock: Clock): (renew: boolean) => Promise<string> {
  let held: { readonly token: string; readonly until: number } | undefined
  return async (renew) => {
    if (held && !renew && clock.now() < held.until) return held.token
    const { access_token: token, expires_in: seconds } = await ask(client)
    held = { token, until: clock.now() + seconds * 1000 - margin }
    return token
  }
}

async function ask({
  url,
  clientId,
  clientSecret,
  scope,
}: TokenClient): Promise<z.infer<typeof answerShape>> {
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope === undefined ? {} : { scope }),
  })
  let answer: Response
  try {
    answer = await fetch(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    })
  } catch {
    throw tokenFailure('EOAUTH', undefined)
  }
  const text = await answer.text().catch(() => '')
  if (!answer.ok) throw tokenFailure(answer.status < 500 ? 'EAUTH' : 'EOAUTH', answer.status)
  const read = answerShape.safeParse(readJson(text))
  if (!read.success) throw tokenFailure('EOAUTH', answer.status)
  return read.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function tokenFailure(code: 'EAUTH' | 'EOAUTH', responseCode: number | undefined): Error {
  const failure = new Error('the server of access tokens gave none')
  return Object.assign(failure, {
    code,
    command: 'TOKEN',
    ...(responseCode !== undefined && { responseCode }),
  })
}
