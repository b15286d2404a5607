import { expect } from '@playwright/test'
import type { SlowScanner } from '../../services/slow-clamd.ts'

/** Finishes a scan: the page may say that a file is being scanned before the scanner is asked. */
export async function finishScan(scanner: SlowScanner): Promise<void> {
  await expect.poll(() => scanner.finish()).toBeGreaterThan(0)
}
