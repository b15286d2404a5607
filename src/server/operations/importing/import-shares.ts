import { Failure } from '#server/platform/failure.ts'
import { claimUpload } from '#server/transfers/upload/claims/claim-upload.ts'
import { makeTransfer } from '#server/transfers/upload/receive-upload.ts'
import { type CheckedShare, shareChecker } from './check-share.ts'
import type { FindOwner } from './import-people.ts'
import { findImported, type Importing, rememberImported } from './imported.ts'
import { insertOldLinks } from './old-links.ts'
import type { Outcome, Outcomes } from './outcomes.ts'
import { reasonOf } from './reason-of.ts'
import { type Source, SourceProblem, type SourceShare } from './source.ts'

type Became = Pick<Outcome, 'result' | 'notes' | 'isDamaged'>

/** Makes transfers of shares, each through all that an upload goes through. */
export async function importShares(
  importing: Importing,
  source: Source,
  outcomes: Outcomes,
  findOwner: FindOwner,
): Promise<void> {
  const { services, family, isDry } = importing
  const check = shareChecker(importing, findOwner)
  async function importShare(share: SourceShare): Promise<Became> {
    const item = { family, kind: 'transfer', id: share.id } as const
    if (await findImported(services.database, item)) return { result: 'before', notes: [] }
    const checked = await check(share)
    const { isDamaged, notes } = checked
    if ('refusal' in checked) return { result: 'refused', notes: [checked.refusal, ...notes], isDamaged }
    if (isDry) return { result: 'imported', notes, isDamaged }
    try {
      const taken = await makeOf(importing, share, checked)
      return { result: 'imported', notes: [...notes, ...taken], isDamaged }
    } catch (error) {
      if (error instanceof SourceProblem)
        return { result: 'refused', notes: [error.message, ...notes], isDamaged: true }
      if (!(error instanceof Failure)) throw error
      return { result: 'refused', notes: [reasonOf(error), ...notes], isDamaged }
    }
  }
  for await (const share of source.shares()) {
    importing.lock.signal.throwIfAborted()
    outcomes.add({ kind: 'transfer', id: share.id, name: share.name, ...(await importShare(share)) })
  }
}

/**
 * Makes a transfer, and remembers the share with it.
 * @returns notes
 * @throws Failure as an upload does, SourceProblem for a file that changes meanwhile
 */
async function makeOf(
  importing: Importing,
  { id, oldPaths }: SourceShare,
  { sender, fields, terms, files }: CheckedShare,
): Promise<string[]> {
  const { services, family } = importing
  const length = files.reduce((sum, { size }) => sum + size, 0)
  const claim = await claimUpload(services, sender, length)
  let taken: string[] = []
  try {
    const body = { type: 'kept', files, fields, length, isStored: true } as const
    const report = async () => {}
    await makeTransfer(services, { body, claim, report }, sender, {
      kept: terms,
      async settle(transaction, reply) {
        if (!('transfer' in reply)) throw new Error('an import is no upload to a request')
        await rememberImported(importing, transaction, { family, kind: 'transfer', id })
        taken = await insertOldLinks(transaction, oldPaths, { transferId: reply.transfer.ref })
      },
    })
  } finally {
    // One with a row has ended in the transaction of the transfer, if there was one.
    await claim.release().catch((error: unknown) => {
      services.log.warn({ err: error }, 'the claim of an import is left to the sweep')
    })
  }
  return taken.map((path) => `The address ${path} leads to something else already.`)
}
