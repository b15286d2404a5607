import { ApiError } from '#client/api-error.ts'
import { LinkKeyDamaged } from '#end-to-end/format/link-key.ts'
import { ManifestRefused } from '#end-to-end/format/manifest.ts'
import { BundleDamaged } from '#end-to-end/format/parts.ts'
import { WordsDamaged } from '#end-to-end/format/private-half.ts'
import { OtherRequestKey } from '#end-to-end/format/request-slot.ts'
import { SlotDamaged } from '#end-to-end/format/slot.ts'
import { type Problem, problemOf } from '../problems/problem.ts'
import type { OpenedTransfer } from './open-sealed.ts'
import { NoWayToSave, PlaceFailed } from './saving/place.ts'

/** Why an end-to-end encrypted transfer did not open or arrive. */
export type SealedProblem =
  /** Found in the browser, before anything is asked of the server. */
  | { readonly kind: 'key'; readonly reason: LinkKeyDamaged['reason']; readonly length: number }
  /** The server does not know the key, or the password that goes with it. */
  | { readonly kind: 'other-key' }
  | { readonly kind: 'wrong-password' }
  /** A private half that is not of the key that this was sealed for; words that are none. */
  | { readonly kind: 'other-seed' }
  | { readonly kind: 'wrong-words'; readonly reason: WordsDamaged['reason'] }
  /** The bytes are not what the sender sealed. */
  | { readonly kind: 'damaged' }
  /** The person has ended it, in the browser's own list too. */
  | { readonly kind: 'ended' }
  /** The browser cannot save so much. */
  | { readonly kind: 'no-way' }
  /** The place where it was to be saved took no more. */
  | { readonly kind: 'place' }
  /** Anything else; the page of links has words for it. */
  | { readonly kind: 'call'; readonly problem: Problem }

/** `bytes` and `total` count what is saved. `leavesPart`: the browser may have kept what came. */
export type Saving =
  | {
      readonly step: 'running'
      readonly bytes: number
      readonly total: number
      readonly lost: boolean
      /** Goes on where it stopped, after the line was given up. */
      readonly goOn?: () => void
    }
  | { readonly step: 'done'; readonly total: number }
  | {
      readonly step: 'failed'
      readonly bytes: number
      readonly total: number
      readonly problem: SealedProblem
      readonly leavesPart: boolean
    }

export type SealedState = {
  /** As it was given; undefined as long as none was. */
  readonly key: string | undefined
  readonly isOpening: boolean
  readonly opened: OpenedTransfer | undefined
  readonly problem: SealedProblem | undefined
  readonly saving: Saving | undefined
}

export function sealedProblemOf(
  error: unknown,
  { hasPassword, now }: { hasPassword: boolean; now: number },
): SealedProblem {
  if (error instanceof LinkKeyDamaged) return { kind: 'key', reason: error.reason, length: error.length }
  if (error instanceof OtherRequestKey) return { kind: 'other-seed' }
  if (error instanceof WordsDamaged) return { kind: 'wrong-words', reason: error.reason }
  if (error instanceof BundleDamaged || error instanceof SlotDamaged || error instanceof ManifestRefused)
    return { kind: 'damaged' }
  if (error instanceof NoWayToSave) return { kind: 'no-way' }
  if (error instanceof PlaceFailed) return { kind: 'place' }
  if (error instanceof ApiError && error.code === 'INVALID_FILE_PASSWORD')
    return { kind: hasPassword ? 'wrong-password' : 'other-key' }
  return { kind: 'call', problem: problemOf(error, now) }
}
