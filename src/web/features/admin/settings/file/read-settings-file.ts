import { settingsFileBytes } from '#contract/operations/branding/own-text-limits.ts'
import type { SettingsFile } from '#contract/operations/settings-file.ts'
import { t } from '#web/i18n/t.ts'

/** Reads a chosen file; a text says why it cannot be compared. */
export async function readSettingsFile(chosen: Blob): Promise<SettingsFile | string> {
  if (chosen.size > settingsFileBytes) return t('admin.file.notSettings')
  const content = readJson(await chosen.text())
  if (!isRecord(content) || !('version' in content)) return t('admin.file.notSettings')
  if (content.version !== 1) return t('admin.file.otherVersion')
  const wrong = wrongPart(content)
  if (wrong) return t('admin.file.wrongPart', { part: wrong })
  return isComparable(content) ? content : t('admin.file.notSettings')
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

function isComparable(content: Readonly<Record<string, unknown>>): content is SettingsFile {
  return wrongPart(content) === undefined
}

/**
 * The part that cannot be compared with what holds here. The server checks every value when the file is imported; its schema
 * would make every page of the app heavier.
 */
function wrongPart({ settings, identity, ...file }: Readonly<Record<string, unknown>>): string | undefined {
  if (!isRecord(settings)) return 'settings'
  const setting = Object.entries(settings).find(([, value]) => typeof value !== 'string')
  if (setting) return `settings \u203a ${setting[0]}`
  if (!isRecord(identity)) return 'identity'
  const part = (['name', 'colour'] as const).find((name) => typeof identity[name] !== 'string')
  if (part) return `identity \u203a ${part}`
  return ['terms', 'privacy'].find((page) => {
    const text = file[page]
    return (
      text !== undefined && !(isRecord(text) && typeof text.version === 'string' && isRecord(text.sections))
    )
  })
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
