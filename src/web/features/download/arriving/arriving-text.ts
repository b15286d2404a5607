import type { FileInfo } from '#contract/transfers/files.ts'
import { formatClock } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { type ArrivalState, type EndReason, percentOf, secondsToCome } from './arrival-state.ts'

/** Minutes above which hours are told. */
const asHours = 90

/** When it is ready, or why that is not known. */
export function readyText(state: ArrivalState): string {
  if (state.away) return t('arriving.away')
  if (percentOf(state) === 100) return t('arriving.beingChecked')
  if (state.pausedSince !== undefined)
    return t('arriving.pausedSince', { time: formatClock(state.pausedSince) })
  const seconds = secondsToCome(state)
  if (seconds === undefined) return t('upload.estimating')
  if (seconds < 60) return t('arriving.readySoon')
  const minutes = Math.ceil(seconds / 60)
  return minutes > asHours
    ? t('arriving.readyInHours', { hours: Math.round(minutes / 60) })
    : t('arriving.readyIn', { minutes })
}

/** The first step: who uploads, and whether that goes on. */
export function uploadingText(file: FileInfo, { pausedSince }: ArrivalState): string {
  const name = file.uploadedBy ?? file.senderName
  if (pausedSince !== undefined)
    return name === null ? t('arriving.senderPaused') : t('arriving.paused', { name })
  return name === null ? t('arriving.senderUploading') : t('arriving.uploading', { name })
}

export function endText(reason: EndReason): string {
  switch (reason) {
    case 'cancelled':
      return t('arriving.cancelled')
    case 'virus':
      return t('arriving.virus')
    case 'refused':
      return t('arriving.refused')
    case 'stopped':
      return t('arriving.stopped')
  }
}
