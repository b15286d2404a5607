import { test as base } from '@playwright/test'
import type { MailServer } from '../../mail/mail-server.ts'
import type { IdentityProvider } from '../../oidc/identity-provider.ts'
import { openRelay } from '../../services/relay.ts'
import { type SlowScanner, startSlowClamd } from '../../services/slow-clamd.ts'

/** Services beside the server. Each starts for the first test of a worker that asks for it, and stays for those after it. */
export const withServices = base.extend<
  object,
  {
    mailServer: MailServer
    provider: IdentityProvider
    /** A line that can be cut. The test says where it leads. */
    relay: Awaited<ReturnType<typeof openRelay>>
    /** A scanner that answers when the test says so. Tests that have it finish all scans at their end. */
    scanner: SlowScanner
  }
>({
  mailServer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const { startMailServer } = await import('../../mail/mail-server.ts')
      await using mailServer = await startMailServer()
      await use(mailServer)
    },
    { scope: 'worker' },
  ],
  provider: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const { startIdentityProvider } = await import('../../oidc/identity-provider.ts')
      await using provider = await startIdentityProvider({ asks: true })
      await use(provider)
    },
    { scope: 'worker' },
  ],
  relay: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      await using relay = await openRelay()
      await use(relay)
    },
    { scope: 'worker' },
  ],
  scanner: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern
    async ({}, use) => {
      const scanner = await startSlowClamd()
      await use(scanner)
      await scanner.stop()
    },
    { scope: 'worker' },
  ],
})
