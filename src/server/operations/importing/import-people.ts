import { asciiEmailAddress } from '#contract/email-address.ts'
import { assertNamesAvailable, foldName, validateNames } from '#server/identity/accounts/account-rules.ts'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { transact } from '#server/platform/database/transact.ts'
import { commandLine } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import { fitUsername } from './fit-name.ts'
import { findImported, type Importing, rememberImported } from './imported.ts'
import type { Outcomes } from './outcomes.ts'
import { reasonOf } from './reason-of.ts'
import type { Source, SourcePerson } from './source.ts'

/**
 * The person of an id in the source: their account; `coming` in a dry run for one that would come. Undefined for a person who did
 * not come, or was erased since.
 */
export type FindOwner = (id: string) => Promise<string | 'coming' | undefined>

/**
 * Opens accounts for people, without passwords and never for an administrator; names that are taken are left alone.
 * @param otherwise the account that owns what belongs to people who did not come
 */
export async function importPeople(
  importing: Importing,
  source: Source,
  outcomes: Outcomes,
  otherwise: string | undefined,
): Promise<FindOwner> {
  const { family } = importing
  const { database } = importing.services
  /** Names and addresses, and ids, of people who would come. */
  const claimed = new Set<string>()
  const coming = new Set<string>()
  for (const person of source.people()) {
    importing.lock.signal.throwIfAborted()
    const { id, email } = person
    const username = fitUsername(person.username, email)
    const about = { kind: 'person', id, name: `${username} ${email}` } as const
    const refusal = await importPerson(importing, { ...person, username }, claimed)
    if (refusal === undefined) coming.add(id)
    const notes = refusal !== undefined && refusal !== 'before' ? [refusal] : []
    if (refusal === undefined) {
      if (username !== person.username) notes.push(`The username was ${person.username}.`)
      if (person.isAdmin) notes.push('Was an administrator, and is none here.')
    }
    const result = refusal === undefined ? 'imported' : refusal === 'before' ? 'before' : 'refused'
    outcomes.add({ ...about, result, notes })
  }
  return async (id) => {
    const found = await findImported(database, { family, kind: 'person', id })
    if (found?.userId) return found.userId
    return importing.isDry && coming.has(id) ? 'coming' : otherwise
  }
}

/** @returns why they did not come; undefined if they did */
async function importPerson(
  importing: Importing,
  { id, username, email, refusal }: SourcePerson,
  claimed: Set<string>,
): Promise<string | 'before' | undefined> {
  const { services, family, isDry } = importing
  const { database } = services
  const item = { family, kind: 'person', id } as const
  if (refusal !== undefined) return refusal
  if (await findImported(database, item)) return 'before'
  try {
    if (isDry) return await checkPerson(importing, { username, email: asciiEmailAddress(email) }, claimed)
    await transact(database, async (transaction) => {
      const user = { username, email, password: null }
      const { id: userId } = await createUser({ ...services, database: transaction }, user, commandLine)
      await rememberImported(importing, transaction, item, userId)
    })
    return undefined
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return reasonOf(error)
  }
}

/** @throws Failure as createUser does */
async function checkPerson(
  { services: { database } }: Importing,
  names: { readonly username: string; readonly email: string },
  claimed: Set<string>,
): Promise<undefined> {
  validateNames(names)
  await assertNamesAvailable(database, names)
  const [username, email] = [`name ${foldName(names.username)}`, `address ${foldName(names.email)}`]
  if (claimed.has(username)) throw new Failure('USERNAME_TAKEN')
  if (claimed.has(email)) throw new Failure('EMAIL_TAKEN')
  claimed.add(username).add(email)
}
