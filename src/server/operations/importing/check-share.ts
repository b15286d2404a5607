import type { UploadFields } from '#contract/transfers/files.ts'
import { defaultStorageLimit, lengths, maxDownloadLimit } from '#contract/transfers/limits.ts'
import { storageUsed } from '#server/identity/accounts/storage.ts'
import { type Policy, policyFor } from '#server/identity/principals/policy.ts'
import { findPrincipal, type Principal, withPro } from '#server/identity/principals/principal.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Sender } from '#server/transfers/sender/sender.ts'
import { type KeptTerms, keptOptions } from '#server/transfers/upload/bodies/kept-options.ts'
import { chosenDownloads, validateSizes } from '#server/transfers/upload/upload-options.ts'
import { fitText } from './fit-name.ts'
import type { FindOwner } from './import-people.ts'
import type { Importing } from './imported.ts'
import { ownerless, reasonOf } from './reason-of.ts'
import { type SourceFile, SourceProblem, type SourceShare } from './source.ts'

const HOUR = 60 * 60_000

/** A share that may come, as far as that can be told before its bytes are read. */
export type CheckedShare = {
  readonly sender: Sender
  readonly fields: UploadFields
  readonly terms: KeptTerms
  /** Those that can be read. */
  readonly files: readonly SourceFile[]
  /** Differences from the source. */
  readonly notes: readonly string[]
  /** Whether files are missing. */
  readonly isDamaged: boolean
}

/** A share that does not come. */
type RefusedShare = {
  readonly refusal: string
  readonly notes: readonly string[]
  readonly isDamaged: boolean
}

/** Limits of an account that has just been opened. */
const newcomer: Principal = { ...withPro, isPro: false, storageLimit: defaultStorageLimit }

/** @returns a function that checks one share after the other: in a dry run each counts those before it as stored */
export function shareChecker(
  importing: Importing,
  findOwner: FindOwner,
): (share: SourceShare) => Promise<CheckedShare | RefusedShare> {
  const { services, isDry } = importing
  const counted = new Map<string, number>()

  /** @throws Failure */
  async function senderOf(ownerId: string | null): Promise<Sender | undefined> {
    // No address: it comes over no network.
    if (ownerId === null) return { principal: { kind: 'guest' }, address: '' }
    const userId = await findOwner(ownerId)
    if (userId === undefined) return undefined
    if (userId === 'coming') return { principal: newcomer, address: '' }
    try {
      return { principal: await findPrincipal(services.database, userId), address: '' }
    } catch (error) {
      if (error instanceof Failure && error.code === 'INVALID_TOKEN') return undefined
      throw error
    }
  }
  /** @throws Failure as an upload does */
  async function assertSizes({ principal }: Sender, ownerId: string | null, files: readonly SourceFile[]) {
    const { fileSize, transferSize, storage } = policyFor(principal, services.config)
    const file = Math.max(...files.map(({ size }) => size))
    const transfer = files.reduce((sum, { size }) => sum + size, 0)
    const owner = ownerId ?? ''
    const used =
      principal.kind === 'guest'
        ? 0
        : await storageUsed(services.database, principal.id, services.clock.now())
    const quota =
      principal.kind === 'guest' ? Number.POSITIVE_INFINITY : storage - used - (counted.get(owner) ?? 0)
    validateSizes(
      { file, transfer },
      { fileSize, transferSize, quota: Math.max(0, quota), types: undefined, speed: 0 },
    )
    if (isDry) counted.set(owner, (counted.get(owner) ?? 0) + transfer)
  }

  return async (share) => {
    if (share.refusal !== undefined) return { refusal: share.refusal, notes: [], isDamaged: false }
    const { files, problems } = await readableOf(share.files)
    const isDamaged = problems.length > 0
    if (files.length === 0)
      return { refusal: 'None of its files can be read.', notes: problems, isDamaged: true }
    try {
      const sender = await senderOf(share.ownerId)
      if (!sender) return { refusal: ownerless, notes: problems, isDamaged }
      const { fields, notes } = fieldsOf(
        share,
        policyFor(sender.principal, services.config),
        services.clock.now(),
      )
      const terms = { endsAt: share.expiresAt, passwordHash: share.passwordHash ?? undefined }
      keptOptions(fields, sender, services, terms)
      await assertSizes(sender, share.ownerId, files)
      return { sender, fields, terms, files, notes: [...problems, ...notes], isDamaged }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      return { refusal: reasonOf(error), notes: problems, isDamaged }
    }
  }
}

async function readableOf(all: readonly SourceFile[]): Promise<{ files: SourceFile[]; problems: string[] }> {
  const files: SourceFile[] = []
  const problems: string[] = []
  for (const file of all)
    try {
      await file.check()
      files.push(file)
    } catch (error) {
      if (!(error instanceof SourceProblem)) throw error
      problems.push(`${file.name}: ${error.message}`)
    }
  return { files, problems }
}

/** The text fields of an upload, and differences from the source. */
function fieldsOf(
  { title, message, expiresAt, downloadsLeft, passwordHash }: SourceShare,
  policy: Policy,
  now: number,
): { fields: Record<string, string>; notes: string[] } {
  const notes: string[] = []
  const fields: Record<string, string> = {}
  const hours = Math.floor(policy.longestLife / HOUR)
  const life = hours % 24 === 0 ? `${hours / 24} days` : `${hours} hours`
  if (expiresAt === null) notes.push(`It never expired, and ends after ${life}.`)
  else if (expiresAt > now + policy.longestLife) notes.push(`It ends after ${life} already.`)
  if (passwordHash !== null)
    notes.push('Its password is compared with the hash until someone gives the right one.')
  const wanted = downloadsLeft === null ? null : Math.min(downloadsLeft, maxDownloadLimit)
  const limit = chosenDownloads(wanted, policy)
  if (limit !== downloadsLeft) notes.push(`It may be downloaded ${limit} times.`)
  fields.downloadLimit = limit === null ? 'none' : String(limit)
  if (title) fields.title = fitText(title, lengths.title)
  if (message) fields.description = fitText(message.replaceAll('\r\n', '\n'), lengths.description)
  if ((title?.length ?? 0) > lengths.title || (message?.length ?? 0) > lengths.description)
    notes.push('Its title or message was cut.')
  return { fields, notes }
}
