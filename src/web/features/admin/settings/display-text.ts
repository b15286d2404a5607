import { t } from '../../../i18n/t.ts'
import { choiceText } from './setting-text.ts'

/** A value as people read it: words in their language, everything else as it is. */
export function displayText(value: string | null): string {
  if (!value) return t('admin.settings.notSet')
  const word = choiceText[value]
  return word ? t(word) : value
}
