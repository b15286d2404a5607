import { Failure } from '#server/platform/failure.ts'
import { type CallFailed, readCallAddress } from './call-out.ts'

/** The address of a webhook. @throws Failure INVALID_WEBHOOK_ADDRESS */
export function readAddress(text: string): URL {
  const url = readCallAddress(text)
  if (!url) throw new Failure('INVALID_WEBHOOK_ADDRESS')
  return url
}

/** The refusal of an address that must not or can't be called at all; undefined where a call may get through another time. */
export function refusalOf({ code }: CallFailed): Failure | undefined {
  if (code === 'address-not-public') return new Failure('WEBHOOK_ADDRESS_NOT_PUBLIC')
  if (code === 'address-unknown') return new Failure('WEBHOOK_ADDRESS_UNKNOWN')
  return undefined
}
