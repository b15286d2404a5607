import type { UploadStep } from '#contract/files.ts'
import { sha256 } from '#crypto/random-id.ts'
import type { Services } from '#server/platform/services.ts'

/** Records for the sender of an upload what is being done with it. */
export type ReportStep = (step: UploadStep) => Promise<void>

/** How long the last step can still be read, in milliseconds. */
const stepLife = 60 * 60_000
const tokenForm = /^[A-Za-z0-9_-]{22}$/

/**
 * Records the steps of one upload. Its sender made up a random token and sent it along; without one, or with a malformed
 * one, nothing is kept. Steps go through the table, because the sender may listen at another instance.
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
      // Steps are a courtesy: the upload goes on without them.
      log.warn({ err: error }, 'a step could not be told')
    }
  }
}

/** Milliseconds between two looks at the table, for all listeners of this instance together. */
const look = 250
/** Of so many listeners at a time the steps are read. */
const page = 500

export type StepListener = {
  /** The last step recorded under the token, if there is any, as of this look. */
  seen(step: string | undefined): void
  /** The steps cannot be read. Nothing follows. */
  failed(error: unknown): void
}

/** Listens under a token until the returned function is called. */
export type FollowSteps = (token: string, listener: StepListener) => () => void

/** Follows the steps of uploads in the table, where every instance records them. */
export function createStepFollower({ database }: Pick<Services, 'database'>): FollowSteps {
  const listeners = new Map<string, { hash: Buffer; all: Set<StepListener> }>()
  let timer: NodeJS.Timeout | undefined

  async function readSteps(hashes: readonly Buffer[]): Promise<Map<string, string>> {
    const rows = await database
      .selectFrom('upload_steps')
      .select(['token_hash', 'step'])
      .where('token_hash', 'in', hashes)
      .execute()
    return new Map(rows.map(({ token_hash, step }) => [keyOf(token_hash), step]))
  }
  async function lookAtPage(followed: readonly { hash: Buffer; all: ReadonlySet<StepListener> }[]) {
    try {
      const steps = await readSteps(followed.map(({ hash }) => hash))
      for (const { hash, all } of followed) for (const listener of all) listener.seen(steps.get(keyOf(hash)))
    } catch (error) {
      for (const { all } of followed) for (const listener of all) listener.failed(error)
    }
  }
  async function lookAtAll() {
    const followed = [...listeners.values()]
    for (let at = 0; at < followed.length; at += page) await lookAtPage(followed.slice(at, at + page))
    timer = undefined
    lookLater()
  }
  function lookLater(wait = look) {
    if (timer !== undefined || listeners.size === 0) return
    timer = setTimeout(() => void lookAtAll(), wait)
    timer.unref()
  }
  return (token, listener) => {
    const hash = sha256(token)
    const key = keyOf(hash)
    const followed = listeners.get(key) ?? { hash, all: new Set() }
    listeners.set(key, followed)
    followed.all.add(listener)
    lookLater()
    return () => {
      followed.all.delete(listener)
      if (followed.all.size === 0 && listeners.get(key) === followed) listeners.delete(key)
    }
  }
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64')
}
