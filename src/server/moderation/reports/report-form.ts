import { timingSafeEqual } from 'node:crypto'
import { signText } from '#server/identity/addresses/address-hash.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

const formLife = 60 * 60_000

type Needs = Pick<Services, 'database' | 'clock'>

/** A token that lets its holder report this link within the hour. */
export async function issueFormToken({ database, clock }: Needs, link: string): Promise<string> {
  const until = clock.now() + formLife
  return `${until.toString(36)}.${await signText(database, 'report form', `${until}\0${link}`)}`
}

/** @throws Failure FORM_EXPIRED for one that is over, or of another link */
export async function assertFormToken(
  { database, clock }: Needs,
  link: string,
  token: string,
): Promise<void> {
  const [time = '', signature = ''] = token.split('.')
  const until = Number.parseInt(time, 36)
  const expected = Buffer.from(await signText(database, 'report form', `${until}\0${link}`))
  const given = Buffer.from(signature)
  const isOurs = given.length === expected.length && timingSafeEqual(given, expected)
  // guard: form of another link -> tests/http/moderation/reports.test.ts "a stranger to the operator’s button"
  //   drops !isOurs ||
  if (!isOurs || until <= clock.now()) throw new Failure('FORM_EXPIRED')
}
