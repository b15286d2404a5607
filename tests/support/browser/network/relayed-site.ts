import { test } from '#tests/support/browser/site.ts'
import { openRelay } from '#tests/support/services/relay.ts'

/** Tests on a server of their own, one of whose addresses is that of a line that can be cut. The test says where it leads. */
export function testThroughRelay(address: 'PUBLIC_URL' | 'UPLOAD_ORIGIN') {
  return test.extend<object, { relay: Awaited<ReturnType<typeof openRelay>> }>({
    relay: [
      // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
      async ({}, use) => {
        await using relay = await openRelay()
        await use(relay)
      },
      { scope: 'worker' },
    ],
    environment: [async ({ relay }, use) => use({ [address]: relay.origin }), { scope: 'worker' }],
  })
}
