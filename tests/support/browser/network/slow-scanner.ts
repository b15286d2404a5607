import type { WorkerFixture } from '@playwright/test'
import { expect } from '#tests/support/browser/site.ts'
import { startSlowClamd } from '#tests/support/services/slow-clamd.ts'

export type SlowScanner = Awaited<ReturnType<typeof startSlowClamd>>

/** A scanner that answers when the test says so, for the servers of a worker. Tests that have it finish all scans at their end. */
export const slowScanner: [WorkerFixture<SlowScanner, object>, { scope: 'worker' }] = [
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
  async ({}, use) => {
    const scanner = await startSlowClamd()
    await use(scanner)
    await scanner.stop()
  },
  { scope: 'worker' },
]

/** Finishes a scan: the page may say that a file is being scanned before the scanner is asked. */
export async function finishScan(scanner: SlowScanner): Promise<void> {
  await expect.poll(() => scanner.finish()).toBeGreaterThan(0)
}
