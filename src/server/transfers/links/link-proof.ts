import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Services } from '#server/platform/services.ts'

/** How long a code that fitted opens its link, in milliseconds. */
const proofLife = 30 * 60_000
/** Clocks of instances differ by so much at most. */
const slack = 60_000

type Needs = Pick<Services, 'keyRing' | 'clock'>

/**
 * A proof that the code of a link was right: good for half an hour and this link, on any instance, and kept nowhere. It says
 * which master key made it, and until when it is good.
 */
export function issueProof(
  { keyRing, clock }: Needs,
  linkId: string,
): { readonly proof: string; readonly until: number } {
  const until = clock.now() + proofLife
  const kid = keyRing.activeKid
  const mac = macOf(keyRing.codeKey(kid), linkId, until)
  if (!mac) throw new Error('the active master key is missing')
  return { proof: `${kid}.${until}.${mac.toString('base64url')}`, until }
}

/** Whether that is a proof for this link now. */
export function isProof({ keyRing, clock }: Needs, linkId: string, proof: string): boolean {
  const [, kid = '', time = '', mac = ''] =
    /^([A-Za-z0-9_-]{1,32})\.(\d{1,16})\.([A-Za-z0-9_-]{43})$/.exec(proof) ?? []
  const until = Number(time)
  const now = clock.now()
  if (until <= now || until > now + proofLife + slack) return false
  const made = macOf(keyRing.codeKey(kid), linkId, until)
  // guard: authenticity of a proof -> tests/http/links/link-codes.test.ts "of another link"
  //   drops && timingSafeEqual(made, Buffer.from(mac, 'base64url'))
  return made !== undefined && timingSafeEqual(made, Buffer.from(mac, 'base64url'))
}

function macOf(key: Uint8Array | undefined, linkId: string, until: number): Buffer | undefined {
  return key && createHmac('sha256', key).update(`proof\0${linkId}\0${until}`).digest()
}
