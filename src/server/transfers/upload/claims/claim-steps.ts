import { MIB } from '#contract/transfers/limits.ts'

/** Bytes that an upload under way has declared: they count against the sender, the network and the free space. */
export type UploadClaim = {
  /** Row of the claim; null for an upload too small to claim anything. */
  readonly id: string | null
  /** So many bytes are stored by now: the free space has the rest to come. It is looked at again. @throws Failure STORAGE_FULL */
  progress(stored: number): Promise<void>
  /** Ends the claim. Repeating it is fine. */
  release(): Promise<void>
}

/** The claim is updated, and the free space looked at again, after so many bytes: of a longer upload less often. */
const claimStep = { least: MIB, most: 64 * MIB }

/** After so many more bytes the claim of an upload is updated. */
export function nextStep(stored: number): number {
  return Math.min(claimStep.most, Math.max(claimStep.least, stored))
}

/** Of an upload that does not say how long it is, so much is held that has not come yet. */
export function ahead(stored: number): number {
  return Math.min(claimStep.most, stored)
}
