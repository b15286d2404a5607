import * as z from 'zod/mini'
import { ApiError } from '#client/api-error.ts'
import { isPassing } from '#client/retry.ts'
import { deviceReply } from '#contract/signing-in/device-codes.ts'
import { findAccount, firstOptions, saveAccount } from './accounts.ts'
import { openService } from './service.ts'

const waiting = z.object({ service: z.string(), ...z.omit(deviceReply, { success: true }).shape })

/** The code that a person enters on a page of the service, and seconds until the first question. */
type Begun = {
  readonly userCode: string
  readonly verificationUri: string
  readonly interval: number
  readonly expiresIn: number
}

/** Asks a service for a code that connects an account (RFC 8628). @throws ApiError */
export async function beginSignIn(id: string, service: string): Promise<Begun> {
  const asked = { name: 'Thunderbird', scopes: ['transfers:send' as const] }
  const begun = z.parse(deviceReply, await openService(service).call('beginDevice', { body: asked }))
  const { deviceCode, userCode, verificationUri, interval, expiresIn } = begun
  if (!/^https?:\/\//.test(verificationUri)) throw new Error('a code has to be entered on a page')
  const kept = { service, deviceCode, userCode, verificationUri, interval, expiresIn }
  await browser.storage.session.set({ [nameOf(id)]: kept })
  return { userCode, verificationUri, interval, expiresIn }
}

/**
 * Asks whether the code was approved, and keeps the key if it was.
 * @returns false while it is waited for; `slower` when the next question has to wait five seconds longer
 * @throws ApiError, such as ACCESS_DENIED or EXPIRED_TOKEN, after which the code is of no use
 */
export async function askSignIn(id: string): Promise<boolean | 'slower'> {
  const name = nameOf(id)
  const { data: begun } = z.safeParse(waiting, (await browser.storage.session.get(name))[name])
  if (!begun) throw new ApiError({ status: 0, code: 'EXPIRED_TOKEN', message: 'There is no code any more.' })
  const { service, deviceCode } = begun
  try {
    const { key } = await openService(service).call('redeemDevice', { body: { deviceCode } })
    const before = await findAccount(id)
    const options = before?.service === service ? before.options : firstOptions
    await saveAccount(id, { service, key, options })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SLOW_DOWN') return 'slower'
    if (error instanceof ApiError && (error.code === 'AUTHORIZATION_PENDING' || isPassing(error)))
      return false
    await browser.storage.session.remove(name)
    throw error
  }
  await browser.storage.session.remove(name)
  return true
}

/** Page on which the code of an account is entered; undefined without one. */
export async function pageOfSignIn(id: string): Promise<string | undefined> {
  const name = nameOf(id)
  return z.safeParse(waiting, (await browser.storage.session.get(name))[name]).data?.verificationUri
}

function nameOf(id: string): string {
  return `sign-in:${id}`
}
