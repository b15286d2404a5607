import type { FileInfo } from '#contract/transfers/files.ts'
import { type TextKey, t } from '../../../i18n/t.ts'

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
