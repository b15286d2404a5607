import type { Config } from '../config/config.ts'

/** How long closing may take after the transfers, in milliseconds. */
export const exitTimeMs = 5_000

/** Milliseconds after SIGTERM in which a process that serves has ended. */
export function stopLimitMs({ DRAIN_DELAY_SECONDS, DRAIN_SECONDS }: Config): number {
  return (DRAIN_DELAY_SECONDS + DRAIN_SECONDS) * 1000 + exitTimeMs
}
