import type { Page } from '@playwright/test'

/** Leaves every request for a range unanswered, of the page and of its service worker. */
export async function holdRanges(page: Page): Promise<void> {
  await page
    .context()
    .route('**/*', (route) => (route.request().headers().range ? undefined : route.continue()))
}
