import { MIB } from '#contract/transfers/limits.ts'

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
