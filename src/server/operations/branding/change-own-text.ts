import { termsVersion } from '#contract/accounts/terms.ts'
import { compareVersions, type OwnTextPage } from '#contract/operations/branding/own-text-limits.ts'
import type { OwnText } from '#contract/operations/branding/own-texts.ts'
import { findUnsafeLink } from '#contract/operations/branding/rich-text.ts'
import { assertAdministrator } from '#server/identity/accounts/assert-administrator.ts'
import { hashesOf } from '#server/identity/consents/own-terms.ts'
import { findPublished } from '#server/platform/background/live-texts.ts'
import type { Database } from '#server/platform/database/database.ts'
import { transact } from '#server/platform/database/transact.ts'
import { type Act, recordAct } from '#server/platform/events/record-act.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

type Needs = Pick<Services, 'database' | 'clock' | 'settings'>
type Actor = Pick<Act, 'by' | 'network'>
type Change = { readonly page: OwnTextPage; readonly text: OwnText; readonly publish: boolean }

/**
 * Saves the draft of a page, or publishes a version, which is never changed afterwards. This instance shows it when this
 * resolves, others within seconds.
 * @throws Failure VERSION_NOT_HIGHER, LINK_REFUSED, TEXT_INCOMPLETE
 */
export async function changeOwnText(
  { database, clock, settings }: Needs,
  change: Change,
  actor: Actor,
): Promise<void> {
  await transact(database, async (transaction) => {
    await assertAdministrator(transaction, actor.by)
    await enterOwnText(transaction, change, actor, clock.now())
  })
  await settings.refresh()
}

/** Enters a draft or a version in a transaction that has asserted the right to. @throws Failure those of changeOwnText */
export async function enterOwnText(
  transaction: Database,
  { page, text, publish }: Change,
  actor: Actor,
  now: number,
): Promise<void> {
  assertSafeLinks(text)
  const value = JSON.stringify(text)
  if (publish) {
    assertComplete(text)
    await assertHigher(transaction, page, text.version)
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('own_texts')
      .values({ id: `${page} ${text.version}`, page, value, hashes: hashesOf(text), published_at: now })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow()
    if (Number(numInsertedOrUpdatedRows) === 0)
      throw new Failure('VERSION_NOT_HIGHER', { details: text.version })
    await transaction.deleteFrom('own_texts').where('id', '=', draftId(page)).execute()
  } else {
    await transaction
      .insertInto('own_texts')
      .values({ id: draftId(page), page, value, hashes: '', published_at: null })
      .onConflict((conflict) => conflict.column('id').doUpdateSet({ value }))
      .execute()
  }
  const act = publish ? 'service.text-published' : 'service.text-changed'
  const details = { page, version: text.version }
  await recordAct(transaction, { act, ...actor, details }, now)
}

export function draftId(page: OwnTextPage): string {
  return `${page} draft`
}

/** @throws Failure VERSION_NOT_HIGHER, whose details are the last version */
async function assertHigher(transaction: Database, page: OwnTextPage, version: string): Promise<void> {
  const [last] = await findPublished(transaction, page)
  // The built-in terms and these must not share a number: an acceptance names the number alone.
  const before = [...(last ? [last.version] : []), ...(page === 'terms' ? [termsVersion] : [])]
  const [highest] = before.toSorted((one, other) => compareVersions(other, one))
  // guard: versions rise -> tests/http/pages/own-terms.test.ts "are refused"
  if (highest !== undefined && compareVersions(version, highest) <= 0)
    throw new Failure('VERSION_NOT_HIGHER', { details: highest })
}

function assertSafeLinks({ sections }: OwnText): void {
  const unsafe = Object.values(sections)
    .flat()
    .map(({ text }) => findUnsafeLink(text))
    .find((address) => address !== undefined)
  // guard: links of own texts -> tests/http/pages/own-terms.test.ts "are refused"
  if (unsafe !== undefined) throw new Failure('LINK_REFUSED', { details: unsafe })
}

/** Every language that has sections has all of them, each with a title and a text. */
function assertComplete({ sections }: OwnText): void {
  const used = Object.entries(sections).filter(([, list]) => list.length > 0)
  const most = Math.max(...used.map(([, list]) => list.length))
  const wrong = used.find(
    ([, list]) => list.length < most || list.some(({ title, text }) => title === '' || text === ''),
  )
  if (wrong) throw new Failure('TEXT_INCOMPLETE', { details: wrong[0] })
}
