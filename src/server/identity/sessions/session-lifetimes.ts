import { rememberedDays } from '#contract/limits.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** Milliseconds that an access token is good for. */
const accessLifetime = 15 * MINUTE

/** Milliseconds that a session lives without a refresh, and in any case. */
export const lifetimes = {
  usual: { idle: 2 * HOUR, absolute: DAY },
  remembered: { idle: 14 * DAY, absolute: rememberedDays * DAY },
}

/** When a session ends that somebody opens now. */
export function sessionEnd(now: number, remembered: boolean): number {
  return now + lifetimes[remembered ? 'remembered' : 'usual'].absolute
}

/** Until when a session lives that is used now, and its new access token; `end` is the session's own. */
export function renewedTimes(now: number, remembered: boolean, end: number) {
  return {
    last_used_at: now,
    idle_until: Math.min(end, now + lifetimes[remembered ? 'remembered' : 'usual'].idle),
    access_expires_at: Math.min(end, now + accessLifetime),
  }
}
