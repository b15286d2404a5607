import assert from 'node:assert/strict'
import type { User } from '#contract/accounts/accounts.ts'

/** The person who is signed in, as the server describes them. */
export const ines: User = {
  id: 'a',
  username: 'ines',
  email: 'ines@example.org',
  isPro: false,
  isAdmin: false,
  mustChangePassword: false,
  mustAddFactor: false,
  language: 'en',
}

/** Gives this process what a page has to keep a session: storage, timers and a network. */
export function becomePage(fetch: (path: string, init: RequestInit) => Promise<Response>): void {
  const kept = new Map<string, string>()
  Object.assign(globalThis, {
    window: {
      localStorage: {
        getItem: (name: string) => kept.get(name) ?? null,
        setItem: (name: string, value: string) => kept.set(name, value),
        removeItem: (name: string) => kept.delete(name),
      },
      // A renewal that a test leaves planned holds nothing up.
      setTimeout: (work: () => void, delay: number) => setTimeout(work, delay).unref(),
    },
    fetch,
  })
}

/** Waits for what goes on without a clock. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let turns = 0; turns < 1000 && !isSo(); turns += 1)
    await new Promise((resolve) => setImmediate(resolve))
  assert.ok(isSo(), String(isSo))
}
