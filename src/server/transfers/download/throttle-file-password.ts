import type { ErrorCode } from '#contract/errors.ts'
import { Failure } from '#server/platform/failure.ts'
import { consumeRateLimit, refundRateLimit } from '#server/platform/rate-limits/rate-limits.ts'
import type { Services } from '#server/platform/services.ts'

/** Wrong passwords of one address for one file, and of everybody for it. It is never locked for good. */
const tries = {
  byAddress: { burst: 5, interval: 2 * 60_000 },
  byFile: { burst: 20, interval: 30_000 },
}

const wrongPasswords: ReadonlySet<ErrorCode> = new Set(['INVALID_FILE_PASSWORD', 'INVALID_REQUEST_PASSWORD'])

/**
 * Runs one try at a file password. It is counted before the password is looked at, so that guessing costs us no work;
 * whatever does not end in INVALID_FILE_PASSWORD or INVALID_REQUEST_PASSWORD is given back.
 * @param forEverybody whether wrong ones of all addresses are counted together, too
 * @throws Failure RATE_LIMITED, and whatever `attempt` throws
 */
export async function throttleFilePassword<Result>(
  services: Services,
  fileId: string,
  address: string,
  attempt: () => Promise<Result>,
  { forEverybody = true }: { readonly forEverybody?: boolean } = {},
): Promise<Result> {
  const [own, all] = [`password:${fileId}:${address}`, `password:${fileId}`]
  // guard: file passwords by address -> tests/http/downloads/download-limits.test.ts "are limited for one address and file"
  await consumeRateLimit(services, own, tries.byAddress)
  try {
    // guard: file passwords by file -> tests/http/downloads/download-limits.test.ts "are limited for a file across"
    if (forEverybody) await consumeRateLimit(services, all, tries.byFile)
  } catch (error) {
    await refundRateLimit(services, own, tries.byAddress)
    throw error
  }
  // guard: right file passwords are not counted -> tests/http/downloads/download-limits.test.ts "the right one is not counted"
  //   isWrong = false becomes isWrong = true
  let isWrong = false
  try {
    return await attempt()
  } catch (error) {
    isWrong = error instanceof Failure && wrongPasswords.has(error.code)
    throw error
  } finally {
    if (!isWrong) {
      await refundRateLimit(services, own, tries.byAddress)
      if (forEverybody) await refundRateLimit(services, all, tries.byFile)
    }
  }
}
