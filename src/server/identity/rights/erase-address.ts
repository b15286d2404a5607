import { transact } from '#server/platform/database/transact.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import { stopAddress } from '../consents/stop-list.ts'
import type { AddressParts } from '../personal-data/address-data.ts'
import { eraseMentions, findMentions } from '../personal-data/written-texts.ts'
import type { RightsSession } from './rights-session.ts'

/**
 * Erases everything that is held about a mail address but its salted hash on the stop list, at once or not at all, and takes it out
 * of what other people wrote. An account
 * with this address is another matter: it stays, with its own files, and is erased with its password.
 * @param typed the address again
 * @throws Failure VALIDATION_ERROR when another address was typed
 */
export async function eraseAddress(
  services: Services,
  parts: AddressParts,
  { address, hash, language }: RightsSession,
  typed: string,
): Promise<void> {
  if (typed.toLowerCase() !== address)
    throw new Failure('VALIDATION_ERROR', { details: 'email: not the address of this session' })
  const { database, engine, clock, mailer } = services
  const mentions = await findMentions(engine.slowReads, address)
  await transact(database, async (transaction) => {
    // First of all, so that what is being mailed to it ends there.
    await stopAddress(transaction, hash, { how: 'rights', language, now: clock.now() })
    for (const part of Object.values(parts)) await part.erase(transaction, { address, hash })
    await eraseMentions(transaction, mentions, address)
  })
  await mailer.forget(address)
}
