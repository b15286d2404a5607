import { Failure } from '#server/platform/failure.ts'
import {
  consumeRateLimit,
  type RateLimit,
  refundRateLimit,
} from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'
import { hashAddress } from './address-hash.ts'
import { hashAsker, isConfirmed } from './confirmed-addresses.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** Codes that one network has mailed to all addresses together: one that asks for too many is refused for itself. */
const perNetwork = { burst: 60, interval: MINUTE }
/** Codes that are mailed for one subject. */
const perSubject = { burst: 3, interval: (10 * MINUTE) / 3 }
/** The share of one network in what an address is mailed: some is left for others. */
const perNetworkAndAddress = { burst: 15, interval: DAY / 15 }
/** Codes that are mailed to one address for all subjects together, to anyone who asks. */
// guard: codes to one address -> tests/http/links/link-codes.test.ts "twenty a day"
//   { burst: 20, interval: DAY / 20 } becomes { burst: 2000, interval: DAY / 2000 }
export const codesPerAddress = { burst: 20, interval: DAY / 20 }
/** Codes beside them, for networks from which the address was confirmed lately: what strangers ask for takes none of these. */
const reservePerAddress = { burst: 5, interval: DAY / 5 }

/** Purpose of a code, the address it goes to, and the network that asks for it or hands it in. */
export type CodeAsking = {
  /** Name of the thing that it opens, such as a link; there is one code at a time. */
  readonly subject: string
  readonly address: string
  /** As networkOf gives it. */
  readonly network: string
}

type Allowance = readonly [string, RateLimit]
type Needs = Pick<Services, 'database' | 'clock' | 'config'>

/**
 * Consumes one code of those that may be mailed; from the reserve of the address where that is used up, and only for a network that
 * confirmed it. All others get the same refusal, whether the address has such a reserve or not.
 * @returns what was consumed, for refundCodeAllowance
 * @throws Failure RATE_LIMITED
 */
export async function consumeCodeAllowance(
  services: Needs,
  { subject, address, network }: CodeAsking,
): Promise<readonly Allowance[]> {
  const asker = await hashAsker(services.database, { address, network })
  const of = asker.network_hash
  const to = await hashAddress(services.database, 'codes', address)
  const [networkKey, addressKey] = [keyOf(of), keyOf(to)]
  const own: Allowance = [`codes from ${networkKey}`, perNetwork]
  await consumeRateLimit(services, ...own)
  const shared: readonly Allowance[] = [
    [`code ${subject}`, perSubject],
    [`codes from ${networkKey} to ${addressKey}`, perNetworkAndAddress],
    [`codes to ${addressKey}`, codesPerAddress],
  ]
  try {
    await consumeAll(services, shared)
    return [own, ...shared]
  } catch (error) {
    if (!isRefusal(error) || !(await isConfirmed(services, asker))) throw error
    const reserve: Allowance = [`reserved codes to ${addressKey}`, reservePerAddress]
    await consumeRateLimit(services, ...reserve)
    return [own, reserve]
  }
}

/** Gives back what was taken for a code that is not mailed after all. */
export async function refundCodeAllowance(services: Needs, taken: readonly Allowance[]): Promise<void> {
  for (const one of taken) await refundRateLimit(services, ...one)
}

/** Consumes one of each, or nothing. @throws Failure RATE_LIMITED */
async function consumeAll(services: Needs, allowances: readonly Allowance[]): Promise<void> {
  const taken: Allowance[] = []
  try {
    for (const one of allowances) {
      await consumeRateLimit(services, ...one)
      taken.push(one)
    }
  } catch (error) {
    await refundCodeAllowance(services, taken)
    throw error
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof Failure && error.code === 'RATE_LIMITED'
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64url')
}
