import { isAbsolute } from 'node:path'
import type { SettingChange } from '#contract/operations/settings.ts'
import { type Config, isLocal, StartRefused } from '#server/config/config.ts'
import { makeConfiguredFolder } from '#server/config/configured-folder.ts'
import { discoverProvider } from '#server/identity/oidc/provider.ts'
import { Failure } from '#server/platform/failure.ts'
import { MailFailure } from '#server/platform/mail-transport/mailer.ts'
import { ScannerUnavailable } from '#server/platform/scanner/scanner.ts'
import type { Services } from '#server/platform/services.ts'
import { isFolderTaken } from '../backup/own-folder.ts'
import { scanSamples } from './scan-samples.ts'

type Needs = Pick<Services, 'open' | 'database' | 'log'>

/**
 * Tries the services that settings are about to name, as they would be used.
 * @param next the configuration with the settings @param names those that change
 * @throws Failure MAIL_SERVER_UNREACHABLE with what the server said as its details, MAIL_LOGIN_REFUSED, SCANNER_UNREACHABLE,
 * SCANNER_MISSES_TEST_FILE, BACKUP_FOLDER_UNUSABLE, BACKUP_FOLDER_TAKEN, PROVIDER_UNREACHABLE,
 * INVALID_SETTING
 */
export async function tryServices(needs: Needs, next: Config, names: readonly string[]): Promise<void> {
  const changes = (...wanted: readonly string[]) => wanted.some((name) => names.includes(name))
  if (changes('BACKUP_DIR')) await tryFolder(needs, next)
  if (changes('SMTP_URL', 'SMTP_PASSWORD')) await tryMailServer(needs, next)
  if (changes('CLAMD_URL')) await tryScanner(needs, next)
  if (changes('OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET')) await tryProvider(needs, next)
}

/** Whether a setting names a service, which is tried before it is saved. */
export function namesService(name: string): boolean {
  return serviceNames.includes(name)
}

const serviceNames: readonly string[] = [
  'PUBLIC_URL',
  'BACKUP_DIR',
  'SMTP_URL',
  'SMTP_PASSWORD',
  'CLAMD_URL',
  'OIDC_ISSUER',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
]

/**
 * Links over plain HTTP can be read on the way; on this machine nothing is on the way.
 * @throws Failure ADDRESS_NOT_SECURE
 */
export function assertSecureAddress(changes: readonly SettingChange[]): void {
  const address = changes.find(({ name }) => name === 'PUBLIC_URL')?.to ?? ''
  // guard: address without HTTPS -> tests/http/setup/services.test.ts "nothing is half saved"
  if (/^http:/i.test(address) && URL.canParse(address) && !isLocal(address))
    throw new Failure('ADDRESS_NOT_SECURE', { details: 'PUBLIC_URL' })
}

async function tryFolder({ database }: Needs, config: Config): Promise<void> {
  const { BACKUP_DIR: folder } = config
  if (folder === undefined) return
  if (!isAbsolute(folder)) throw new Failure('INVALID_SETTING', { details: 'BACKUP_DIR' })
  try {
    makeConfiguredFolder('BACKUP_DIR', folder)
  } catch (cause) {
    if (!(cause instanceof StartRefused)) throw cause
    throw new Failure('BACKUP_FOLDER_UNUSABLE', { details: cause.message, cause })
  }
  if (await isFolderTaken({ config, database })) throw new Failure('BACKUP_FOLDER_TAKEN')
}

async function tryMailServer({ open, log }: Needs, config: Config): Promise<void> {
  if (config.SMTP_URL === undefined) return
  try {
    await (await open.mailer(config)).check()
  } catch (cause) {
    if (!(cause instanceof MailFailure)) throw cause
    log.warn({ err: cause }, 'the mail server that was entered refuses')
    if (cause.refusesLogin) throw new Failure('MAIL_LOGIN_REFUSED', { details: cause.message, cause })
    throw new Failure('MAIL_SERVER_UNREACHABLE', { details: cause.message, cause })
  }
}

async function tryScanner({ open, log }: Needs, config: Config): Promise<void> {
  if (config.CLAMD_URL === undefined) return
  const scanner = open.scanner(config)
  try {
    const { found, harmless } = await scanSamples(scanner)
    if (!found || harmless === 'infected')
      throw new Failure('SCANNER_MISSES_TEST_FILE', { details: 'CLAMD_URL' })
  } catch (cause) {
    if (!(cause instanceof ScannerUnavailable)) throw cause
    log.warn({ err: cause }, 'the scanner that was entered does not answer')
    throw new Failure('SCANNER_UNREACHABLE', { details: cause.message, cause })
  } finally {
    scanner.close()
  }
}

async function tryProvider({ log }: Needs, config: Config): Promise<void> {
  if (config.OIDC_ISSUER === undefined) return
  try {
    await discoverProvider(config)
  } catch (cause) {
    log.warn({ err: cause }, 'the identity provider that was entered does not answer')
    throw new Failure('PROVIDER_UNREACHABLE', { details: 'OIDC_ISSUER', cause })
  }
}
