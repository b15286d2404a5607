import { MIB } from '#contract/transfers/limits.ts'

/** Bytes that an upload under way has declared: they count against the sender, the network and the free space. */
export type UploadClaim = {
  /** Row of the claim; null for an upload too small to claim anything. */
  readonly id: string | null
  /**
   * Records that `stored` bytes are stored and only the rest is still to come, and checks the free space again. @throws Failure
   * STORAGE_FULL
   */
  progress(stored: number): Promise<void>
  /** Ends the claim. Repeating it is fine. */
  release(): Promise<void>
}

/** Bytes between two updates of a claim, with a check of the free space: less often in a longer upload. */
const claimStep = { least: MIB, most: 64 * MIB }

/** Bytes until the next update of the claim. */
export function nextStep(stored: number): number {
  return Math.min(claimStep.most, Math.max(claimStep.least, stored))
}

/** Bytes that an upload of unknown length holds in advance. */
export function ahead(stored: number): number {
  return Math.min(claimStep.most, stored)
}
