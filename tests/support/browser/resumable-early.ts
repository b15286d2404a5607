import type { Page } from '@playwright/test'

/** Bytes from which pages send resumably after resumableEarly: a tenth of what it takes otherwise. */
const above = 10_000_000

/** Bytes of a file that is just large enough for that. */
export const resumableSize = 12_000_000

/**
 * Has the pages of a person send smaller files in chunks, so that tests of that need not send 100 MiB each. The true limit is
 * that of upload-origin.spec.ts. A route would carry requests around the speed of a line that a test has set.
 */
export async function resumableEarly(page: Page): Promise<void> {
  await page.context().addInitScript((resumableAbove) => {
    const fetchTruly = window.fetch
    window.fetch = async (...call) => {
      const answer = await fetchTruly(...call)
      if (!answer.ok || new URL(answer.url).pathname !== '/api/config') return answer
      const config = await answer.json()
      config.routing.resumableAbove = resumableAbove
      return Response.json(config)
    }
  }, above)
}
