import type { OwnRequest } from '#contract/requests/requests.ts'
import { formatDate, formatSize } from '#web/i18n/format/format.ts'
import { type TextKey, t } from '#web/i18n/t.ts'

/** How many uploads have arrived, of those that are expected. */
export function arrivedText({ arrived, uploadsLimit }: OwnRequest): string {
  return uploadsLimit === null
    ? t('requests.uploads', { count: arrived })
    : t('requests.arrivedOf', { count: arrived, limit: uploadsLimit })
}

/** Why a request that is full takes nothing more. */
export function fullText({ arrived, uploadsLimit, bytesLimit }: OwnRequest): string {
  return bytesLimit === null || (uploadsLimit !== null && arrived >= uploadsLimit)
    ? t('requests.isFull')
    : t('requests.isFullBySize', { size: formatSize(bytesLimit) })
}

/** How what arrives is locked. */
export const lockText = {
  key: 'requests.lockedForYou',
  none: 'requests.likeOthers',
  browser: 'requests.sealedForYou',
} as const satisfies Record<OwnRequest['lock'], TextKey>

/** Below the title in a list: what is unusual while it is open, and how long files stay once it has ended. */
export function aboutText(request: OwnRequest): string {
  const { state, closedAt, until, keptUntil, lock, isDisabled } = request
  if (state === 'ended') {
    const ended = isDisabled
      ? t('requests.closedAfterReport')
      : t('requests.endedOn', { date: formatDate(Date.parse(closedAt ?? until)) })
    return keptUntil === null
      ? ended
      : `${ended} · ${t('requests.filesUntil', { date: formatDate(Date.parse(keptUntil)) })}`
  }
  return `${t(lockText[lock])} · ${typesText(request)}`
}

/** Which files are taken. */
function typesText({ types }: Pick<OwnRequest, 'types'>): string {
  if (types === 'any') return t('requests.anyType')
  if (types === 'documents') return t('requests.documentsOnly')
  return types === 'pictures' ? t('requests.picturesOnly') : types.join(', ')
}

/** Whether the key that locked what arrives was deleted: the request has ended for good, and cannot be changed or opened. */
export function isKeyless({ lock, key }: Pick<OwnRequest, 'lock' | 'key'>): boolean {
  return lock !== 'none' && key === null
}
