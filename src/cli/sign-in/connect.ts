import { hostname } from 'node:os'
import { ApiError } from '#client/api-error.ts'
import { isPassing } from '#client/retry.ts'
import { firstContact, keepTrying } from '#client/transfers/keep-trying.ts'
import { pause } from '#client/transfers/pause.ts'
import type { Scope } from '#contract/accounts/scopes.ts'
import { apiKeyLimits } from '#contract/signing-in/limits.ts'
import type { Context } from '../command.ts'
import { openClient } from '../transfers/open-client.ts'

/** Seconds by which the questions get rarer when they come too soon (RFC 8628, section 3.5). */
const slowdown = 5

/**
 * Gets an API key by a short code, which the user enters on a page of the service.
 * @throws ApiError; ACCESS_DENIED, EXPIRED_TOKEN
 */
export async function connect(service: string, scopes: Scope[], { remark }: Context): Promise<string> {
  const client = openClient(service)
  const name = `restante on ${hostname()}`.slice(0, apiKeyLimits.name)
  const begun = await keepTrying(() => client.call('beginDevice', { body: { name, scopes } }), firstContact)
  const { deviceCode, userCode, verificationUri, expiresIn } = begun
  const minutes = Math.floor(expiresIn / 60)
  remark({
    text: `Open ${verificationUri} and enter the code ${userCode}. It expires in ${minutes} minutes.`,
    data: { event: 'code', verificationUri, userCode, expiresIn },
  })
  const end = performance.now() + expiresIn * 1000
  let { interval } = begun
  for (;;) {
    await pause(interval * 1000)
    try {
      return (await client.call('redeemDevice', { body: { deviceCode } })).key
    } catch (error) {
      if (!(error instanceof ApiError) || performance.now() > end) throw error
      if (error.code === 'SLOW_DOWN') interval += slowdown
      else if (error.code !== 'AUTHORIZATION_PENDING' && !isPassing(error)) throw error
    }
  }
}
