import { expect, type Page } from '@playwright/test'

/** Resolves when a page on which something is selected has the last part of the app that it fetches for an upload. */
export async function hasSendingParts(page: Page): Promise<void> {
  const kinds = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => /\/file-progress-[\w-]+\.(js|css)$/.exec(name)?.[1] ?? []),
    )
  await expect.poll(async () => new Set(await kinds()).size, { intervals: [50] }).toBe(2)
}
