import type { Page } from '@playwright/test'

/** Everything that leaves a page: addresses, headers and bodies. */
export function recordRequests(page: Page): { readonly text: () => string } {
  const sent: string[] = []
  page.context().on('request', (request) => {
    sent.push(
      request.url(),
      JSON.stringify(request.headers()),
      request.postDataBuffer()?.toString('latin1') ?? '',
    )
  })
  return { text: () => sent.join('\n') }
}
