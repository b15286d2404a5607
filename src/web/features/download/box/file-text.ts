import type { ServiceConfig } from '#contract/service.ts'
import type { FileInfo, ScanVerdict } from '#contract/transfers/files.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import type { Gone } from '../problems/problem.ts'
import { problemText } from '../problems/problem-text.ts'

/** Whether the name of the file says more than the title above it. */
export function namesDiffer({ title, filename }: Pick<FileInfo, 'title' | 'filename'>): boolean {
  return title !== null && title !== filename && `${title}.zip` !== filename
}

/** Says why a file cannot be had any more. `taken`: this page has just had the last download. */
export function goneText(gone: Gone, taken: boolean): string {
  if (taken) return t(gone === 'deleted' ? 'download.taken' : 'download.lastTaken')
  return gone === 'expired' ? t('download.expiredText') : problemText({ kind: gone })
}

/**
 * Says in one line what the scan of a file really found out. `checked` is what the built-in check says, and what a scanner says
 * that may not have read all of it.
 */
export function scanLineText(verdict: ScanVerdict, scanner: ServiceConfig['scanner']): string {
  switch (verdict) {
    case 'clean':
      return t('download.scanClean')
    case 'checked':
      return t('download.scanChecked', { scanner })
    case 'unscanned':
      return t('download.scanUnscanned')
  }
}

const kinds: readonly (readonly [name: TextKey, extensions: RegExp, mimeTypes?: RegExp])[] = [
  ['kind.archive', /^(zip|7z|rar|t?gz|tar|bz2|xz|zst)$/],
  ['kind.spreadsheet', /^(xlsx?|ods|csv|numbers)$/],
  ['kind.presentation', /^(pptx?|odp|key)$/],
  ['kind.document', /^(pdf|docx?|odt|rtf|pages|epub)$/],
  ['kind.image', /^(jpe?g|png|gif|webp|avif|heic|svg|tiff?|bmp)$/, /^image\//],
  ['kind.video', /^(mp4|mov|mkv|webm|avi)$/, /^video\//],
  ['kind.audio', /^(mp3|wav|flac|m4a|ogg|opus)$/, /^audio\//],
  ['kind.text', /^(txt|md|log)$/, /^text\//],
]

/** Kind of a file in words: "ZIP archive", "MOV video"; "File" if neither name nor type says more. */
export function fileKindText({ filename, mimeType }: Pick<FileInfo, 'filename' | 'mimeType'>): string {
  const [, extension = ''] = /\.([a-z0-9]{1,8})$/i.exec(filename) ?? []
  const found = kinds.find(
    ([, extensions, mimeTypes]) => extensions.test(extension.toLowerCase()) || mimeTypes?.test(mimeType),
  )
  const type = extension.toUpperCase()
  return t(found?.[0] ?? 'kind.file', { type: type || 'none' })
}
