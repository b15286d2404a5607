import type { SettingChange } from '#contract/operations/settings.ts'
import type { SettingTexts } from '#server/platform/background/saved-settings.ts'
import { Failure } from '#server/platform/failure.ts'

/** Secrets, and the settings that say where they are sent. */
const destinations = {
  SMTP_PASSWORD: { settings: ['SMTP_URL'], of: mailServer },
  OIDC_CLIENT_SECRET: { settings: ['OIDC_ISSUER', 'OIDC_CLIENT_ID'], of: (text: string) => text },
} as const

/**
 * Drops a secret whose service changes while the secret does not: it would be sent to whatever an administrator names.
 * @throws Failure INVALID_SETTING for an address that holds a password, or options that could do without encryption
 */
export function withoutStaleSecrets(
  saved: SettingTexts,
  next: SettingTexts,
  changes: readonly SettingChange[],
): SettingTexts {
  assertPlainAddress(next.SMTP_URL)
  const stale = Object.entries(destinations)
    .filter(([name]) => !changes.some((change) => change.name === name))
    .filter(([, { settings, of }]) => settings.some((name) => of(saved[name] ?? '') !== of(next[name] ?? '')))
    .map(([name]) => name)
  // guard: a saved password goes to its own server -> tests/http/setup/services.test.ts "to another server"
  //   !stale.includes(name) becomes true
  return Object.fromEntries(Object.entries(next).filter(([name]) => !stale.includes(name)))
}

/** The server and the user of an address, however it is encrypted. */
function mailServer(text: string): string {
  if (!URL.canParse(text)) return text
  const { hostname, port, username } = new URL(text)
  return JSON.stringify([hostname, port, username])
}

function assertPlainAddress(text: string | undefined): void {
  if (text === undefined || !URL.canParse(text)) return
  const { password, search } = new URL(text)
  if (password !== '' || !['', '?requireTLS=true'].includes(search))
    throw new Failure('INVALID_SETTING', { details: 'SMTP_URL' })
}
