import { safeFileName, safePath } from '#contract/transfers/file-name.ts'
import { modifiedAt } from '../modified-at.ts'
import type { FormPart } from '../multipart-body.ts'

/** A file to send, not read yet, and its folder; empty for none. */
export type FileInFolder = { readonly file: File; readonly folder: string }

/** Fields of a form, without those that have no value. */
export function fieldsOf(values: Readonly<Record<string, string | undefined>>): FormPart[] {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))
}

/** The call that sends files: several, or one in a folder, become an archive. */
export function callFor(files: readonly FileInFolder[]): 'uploadMultiple' | 'uploadStream' {
  return files.length > 1 || files[0]?.folder ? 'uploadMultiple' : 'uploadStream'
}

/** Parts of a form with files, with the times of these where the service takes them. Files in folders come first: the server gives each path to the next file of its name. */
export function partsOf(
  files: readonly FileInFolder[],
  call: 'uploadMultiple' | 'uploadStream',
  withTimes: boolean,
): FormPart[] {
  return [...files]
    .sort((a, b) => Number(a.folder === '') - Number(b.folder === ''))
    .flatMap(({ file, folder }) => {
      const filename = safeFileName(file.name)
      const path = safePath(folder)
      return [
        ...(folder === '' ? [] : [{ name: `folderPath_${filename}`, value: path }]),
        ...(withTimes ? [{ name: `modifiedAt_${filename}`, value: modifiedAt(file) }] : []),
        { name: call === 'uploadMultiple' ? 'files' : 'file', file, filename },
      ]
    })
}
