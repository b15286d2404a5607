import type { Page } from '@playwright/test'

/** Kind of an authenticator of Chromium: `synced` ones copy their passkeys, `roaming` ones are keys to plug in. */
type Kind = { readonly synced?: boolean; readonly roaming?: boolean }

/**
 * Gives a page an authenticator, which makes and unlocks passkeys as real ones do, unless it is told to refuse. It goes
 * with the page.
 */
export async function addAuthenticator(page: Page, { synced = true, roaming = false }: Kind = {}) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: roaming ? 'usb' : 'internal',
      hasResidentKey: !roaming,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
      defaultBackupEligibility: synced,
      defaultBackupState: synced,
    },
  })
  return {
    /** Whether its person is at it: until then it leaves every question open. */
    setPresent: (enabled: boolean) =>
      session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    /** Whether fingerprint, face or PIN are right. */
    setVerified: (isUserVerified: boolean) =>
      session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    async count(): Promise<number> {
      const { credentials } = await session.send('WebAuthn.getCredentials', { authenticatorId })
      return credentials.length
    },
  }
}
