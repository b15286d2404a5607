import { expect, type Page } from '@playwright/test'

/** Resolves when a page on which something is selected has the last part of the app that it fetches for an upload. */
export async function hasSendingParts(page: Page): Promise<void> {
  const fetched = () =>
    page.evaluate(() =>
      performance.getEntriesByType('resource').some(
        (entry) =>
          entry instanceof PerformanceResourceTiming &&
          // Each is fetched first, and imported then.
          entry.initiatorType !== 'fetch' &&
          /\/file-progress-[\w-]+\.js$/.test(entry.name),
      ),
    )
  await expect.poll(fetched, { intervals: [50] }).toBe(true)
}
