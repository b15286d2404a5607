import * as z from 'zod/mini'
import type { Language } from '#contract/languages.ts'
import { language } from '#contract/transfers/files.ts'
import { openRecord, sealRecord } from '#server/platform/events/sealed-record.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { hashAddress } from '../addresses/address-hash.ts'
import type { AddressOwner } from '../personal-data/address-data.ts'

/** How long a session of the rights centre is good, in milliseconds. */
const rightsSessionLife = 30 * 60_000

const place = 'session of the rights centre'

const sealedSession = z.object({ address: z.string(), until: z.int(), language })

export type RightsSession = AddressOwner & { readonly until: number; readonly language: Language }

type Needs = Pick<Services, 'keyRing' | 'clock' | 'database'>

/** A session for the owner of an address: sealed, good on any instance, and kept nowhere, so that nothing is to be erased of it. */
export function issueRightsSession(
  { keyRing, clock }: Needs,
  address: string,
  spoken: Language,
): { readonly session: string; readonly until: number } {
  const until = clock.now() + rightsSessionLife
  const { kid, sealed } = sealRecord(keyRing, place, {
    address: address.toLowerCase(),
    until,
    language: spoken,
  })
  return { session: `${kid}.${Buffer.from(sealed).toString('base64url')}`, until }
}

/** @throws Failure INVALID_RIGHTS_SESSION for one that is expired or forged */
export async function readRightsSession(
  { keyRing, clock, database }: Needs,
  header: string | readonly string[] | undefined,
): Promise<RightsSession> {
  const [, kid, sealed] = /^([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]{1,1024})$/.exec(String(header)) ?? []
  if (kid === undefined || sealed === undefined) throw new Failure('INVALID_RIGHTS_SESSION')
  const read = z.safeParse(sealedSession, open(keyRing, kid, Buffer.from(sealed, 'base64url')))
  if (!read.success || read.data.until <= clock.now()) throw new Failure('INVALID_RIGHTS_SESSION')
  const { address } = read.data
  return { ...read.data, hash: await hashAddress(database, 'stop list', address) }
}

/** The sealed value; undefined if it was not sealed by this service, or under a key that is gone. */
function open(keyRing: Services['keyRing'], kid: string, sealed: Buffer): unknown {
  try {
    return openRecord(keyRing, place, { kid, sealed })
  } catch {
    return undefined
  }
}
