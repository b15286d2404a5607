import type { ServiceConfig } from '#contract/service.ts'
import type { Sender } from '../../../accounts/session.ts'
import { formatSize } from '../../../i18n/format/format.ts'
import { t } from '../../../i18n/t.ts'
import type { RejectedFiles } from '../../selection/selection.ts'

/** Names listed one by one at most. */
const maxNames = 3

/** Says which files were not taken, and why; nothing when all were. */
export function rejectedFilesText(
  { tooLarge, dangerous, unsupported, empty }: RejectedFiles,
  unreadable: readonly string[],
  { limits, fileTypes, plans }: Pick<ServiceConfig, 'limits' | 'fileTypes' | 'plans'>,
  { isPro }: Sender,
): string {
  const texts: string[] = []
  const most = limits.fileSize[isPro ? 'pro' : 'free']
  for (const { name, size } of tooLarge.slice(0, maxNames)) {
    if (plans === 'hidden')
      texts.push(t('upload.tooLargeHere', { name, size: formatSize(size), most: formatSize(most) }))
    else
      texts.push(
        t(isPro ? 'upload.tooLargePro' : 'upload.tooLarge', {
          name,
          // "2GB", as the limit is written in sentences.
          size: formatSize(most).replace(/\s/, ''),
        }),
      )
  }
  if (tooLarge.length > maxNames) texts.push(t('upload.moreTooLarge', { count: tooLarge.length - maxNames }))
  const types = (fileTypes.allowed ?? []).join(', ')
  for (const [text, names] of [
    ['upload.dangerous', dangerous],
    ['upload.unsupported', unsupported],
    ['upload.emptyFolder', empty],
    ['upload.unreadable', unreadable],
  ] as const)
    if (names.length > 0) texts.push(t(text, { names: listOf(names), count: names.length, types }))
  return texts.join(' ')
}

/** Why the whole selection cannot go through one link, or nothing. */
export function overLimitText(
  { files, size }: { files: number; size: number },
  limits: ServiceConfig['limits'],
  { isPro }: Sender,
): string {
  const most = isPro ? limits.transferSize.pro : limits.transferSize.free
  const { storageLeft } = limits
  if (files > limits.files) return t('upload.tooManyFiles', { files, most: limits.files })
  if (storageLeft !== null && size > storageLeft && storageLeft <= most)
    return t('upload.moreThanStorage', { size: formatSize(size), left: formatSize(storageLeft) })
  return size > most ? t('upload.tooMuchTogether', { size: formatSize(size), most: formatSize(most) }) : ''
}

function listOf(names: readonly string[]): string {
  const shown = names.slice(0, maxNames).join(', ')
  return names.length > maxNames
    ? t('upload.namesAndMore', { names: shown, more: names.length - maxNames })
    : shown
}
