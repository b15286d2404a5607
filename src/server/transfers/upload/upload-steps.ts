import type { UploadStep } from '#contract/files.ts'
import { sha256 } from '#crypto/random-id.ts'
import type { Services } from '#server/platform/services.ts'

/** Tells the sender of an upload what is being done with it. */
export type ReportStep = (step: UploadStep) => Promise<void>

/** How long the last step can still be read, in milliseconds. */
const stepLife = 60 * 60_000
const tokenForm = /^[A-Za-z0-9_-]{22}$/

/**
 * A teller for one upload. Its sender made up a random token and sent it along; without one, or with a malformed one,
 * nothing is kept. Steps are told through the table, because the sender may listen at another instance.
 */
export function reportProgress({ database, clock, log }: Services, token: unknown): ReportStep {
  if (typeof token !== 'string' || !tokenForm.test(token)) return async () => {}
  const token_hash = sha256(token)
  return async (step) => {
    const expires_at = clock.now() + stepLife
    try {
      await database
        .insertInto('upload_steps')
        .values({ token_hash, step, expires_at })
        .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ step, expires_at }))
        .execute()
    } catch (error) {
      // A step is a drainLimits: the upload goes on without it.
      log.warn({ err: error }, 'upload step not reported')
    }
  }
}

/** The last step told under a token, or undefined while there is none. */
export async function findStep({ database }: Services, token: string): Promise<string | undefined> {
  const row = await database
    .selectFrom('upload_steps')
    .select('step')
    .where('token_hash', '=', sha256(token))
    .executeTakeFirst()
  return row?.step
}
