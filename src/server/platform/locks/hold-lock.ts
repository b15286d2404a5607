import { newId } from '#crypto/random-id.ts'
import type { Services } from '../services.ts'
import { releaseLock } from './release-lock.ts'
import { takeLock } from './take-lock.ts'

/** Milliseconds: a lease whose instance has died falls after `duration`. */
type Times = { readonly duration: number; readonly renewal: number }

const usual: Times = { duration: 60_000, renewal: 20_000 }

/**
 * Takes a lease and keeps it, however long the work takes that it is for.
 * @returns a function that gives it back, or undefined while somebody else holds it
 */
export async function holdLock(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  name: string,
  { duration, renewal }: Times = usual,
): Promise<(() => Promise<void>) | undefined> {
  const holder = newId()
  if (!(await takeLock(services, name, holder, duration))) return undefined
  const renewing = setInterval(() => {
    takeLock(services, name, holder, duration).catch((error: unknown) => {
      services.log.error({ err: error }, 'lock renewal failed')
    })
  }, renewal)
  return async () => {
    clearInterval(renewing)
    await releaseLock(services, name, holder)
  }
}
