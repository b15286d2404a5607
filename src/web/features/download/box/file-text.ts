import type { ServiceConfig } from '#contract/service.ts'
import type { FileInfo } from '#contract/transfers/files.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import type { Gone } from '../problems/problem.ts'
import { problemText } from '../problems/problem-text.ts'

/** Whether the name of the file says more than the title above it. */
export function namesDiffer({ title, filename }: Pick<FileInfo, 'title' | 'filename'>): boolean {
  return title !== null && title !== filename && `${title}.zip` !== filename
}

/** Says why a file is gone. `taken`: this page has just had the last download. */
export function goneText(gone: Gone, taken: boolean): string {
  if (taken) return t(gone === 'deleted' ? 'download.taken' : 'download.lastTaken')
  return gone === 'expired' ? t('download.expiredText') : problemText({ kind: gone })
}

/** Files that run once they are opened, or hold what does: an operator may let them through. */
const programs =
  /\.(exe|com|scr|dll|msi|msix|appx?|apk|dmg|pkg|iso|img|deb|rpm|run|appimage|jar|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|sh|command|py|lnk)$/i
const archives = /\.(zip|7z|rar|t?gz|tar|bz2|xz|zst)$/i

/**
 * Says in one line what the scan of a file really found out. That it was not whole is said where it changes what to do: of a
 * program, and of an archive that was not read, because the built-in check reads none. Files that were sent together were
 * checked one by one.
 */
export function scanLineText(
  { scan, filename, packed }: Pick<FileInfo, 'scan' | 'filename' | 'packed'>,
  scanner: ServiceConfig['scanner'],
): string {
  if (scan === 'unscanned') return t('download.scanUnscanned')
  if (scan === 'clean') return t('download.scanClean')
  if (!packed && programs.test(filename)) return t('download.scanPartly', { kind: 'program' })
  if (!packed && scanner === 'built-in' && archives.test(filename))
    return t('download.scanPartly', { kind: 'archive' })
  return t('download.scanChecked', { scanner })
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
