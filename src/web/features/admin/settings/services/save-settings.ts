import { useQueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'
import type { Setting } from '#contract/operations/settings.ts'
import { client } from '#web/accounts/client.ts'
import { answerText, t } from '#web/i18n/t.ts'
import { settingsQuery } from '../../shared/queries.ts'

/** Typed values, by the names of their settings. An empty secret keeps the one that is saved. */
export type TypedValues = Readonly<Record<string, string>>

/** Saves what differs from the settings, all or nothing; the server tries the services that it names. */
export function useSaveSettings() {
  const queries = useQueryClient()
  return async (settings: readonly Setting[], typed: TypedValues): Promise<void> => {
    const changes = settings.flatMap(({ name, value, source, secret }) => {
      const to = typed[name]?.trim()
      if (to === undefined || source === 'environment' || to === (secret ? '' : (value ?? ''))) return []
      return [{ name, from: value, to: to || null }]
    })
    if (changes.length === 0) return
    const { settings: saved } = await client.call('changeSettings', { body: { changes } })
    queries.setQueryData(settingsQuery.queryKey, saved)
    await queries.invalidateQueries()
  }
}

/** Settings that the refusals of services are about. */
const settingOf: Readonly<Record<string, string>> = {
  MAIL_SERVER_UNREACHABLE: 'SMTP_URL',
  MAIL_LOGIN_REFUSED: 'SMTP_PASSWORD',
  SCANNER_UNREACHABLE: 'CLAMD_URL',
  SCANNER_MISSES_TEST_FILE: 'CLAMD_URL',
  ADDRESS_NOT_SECURE: 'PUBLIC_URL',
  BACKUP_FOLDER_UNUSABLE: 'BACKUP_DIR',
  BACKUP_FOLDER_TAKEN: 'BACKUP_DIR',
  PROVIDER_UNREACHABLE: 'OIDC_ISSUER',
}

/** Refusals whose details are the words of the service, which help most to fix the fault. */
const quoting: readonly string[] = ['MAIL_SERVER_UNREACHABLE', 'BACKUP_FOLDER_UNUSABLE']

/** The settings that a refusal is about, and its sentence; undefined for one that is about none. */
export function refusedSettings(
  error: unknown,
): { readonly names: readonly string[]; readonly message: string } | undefined {
  if (!(error instanceof ApiError)) return undefined
  if (error.code === 'INVALID_SETTING')
    return { names: (error.details ?? '').split(','), message: t('admin.settings.invalid') }
  const name = settingOf[error.code]
  if (name === undefined) return undefined
  const words = quoting.includes(error.code) ? error.details : undefined
  const sentence = answerText(error)
  return { names: [name], message: words === undefined ? sentence : `${sentence} (${words})` }
}
