import { GIB } from '#contract/transfers/limits.ts'
import type { Services } from '#server/platform/services.ts'
import { ahead, type UploadClaim } from './claim-steps.ts'
import { assertSpace, findRoom, smallUploads } from './free-space.ts'

/** With less room than this small uploads are claimed in the table as well, where other processes see them. */
const enough = GIB

/**
 * Claims room for a small upload in this process only, while there is plenty: a row of each would slow them down.
 * @param declared undefined where the sender does not say
 * @returns undefined where room is short
 */
export async function claimSmall(
  services: Services,
  network: string,
  declared: number | undefined,
): Promise<UploadClaim | undefined> {
  const all = smallUploads(services.blobs)
  const coming = { id: '', network, bytes: 0, since: Number.POSITIVE_INFINITY }
  let claimed = 0
  function set(bytes: number): void {
    all.bytes += bytes - claimed
    claimed = bytes
  }
  const release = async () => set(0)
  // Counted before room is looked for: of many at the same time each counts the others.
  set(declared ?? 0)
  try {
    // guard: free space before a small upload -> tests/http/hostile/bad-input.test.ts "finds the disk full"
    //   (await findRoom(services, coming)) >= enough becomes true
    if ((await findRoom(services, coming)) >= enough)
      return {
        id: null,
        async progress(stored) {
          set(declared ?? ahead(stored))
          await assertSpace(services, coming)
        },
        release,
      }
  } catch (error) {
    await release()
    throw error
  }
  await release()
  return undefined
}
