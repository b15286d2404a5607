import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import { t } from '../t.ts'

/** Name of a transfer: its title or file. The service knows neither where it is end-to-end encrypted. */
export function shownName({
  title,
  filename,
  encryptionMethod,
}: {
  title?: string | null
  filename: string
  encryptionMethod: string
}): string {
  if (encryptionMethod === endToEndMethod) return t('file.sealed')
  return title ?? filename
}
