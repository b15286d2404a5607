import { modifiedAt } from '#client/modified-at.ts'
import type { FormPart } from '#client/multipart-body.ts'
import { safeFileName, safePath } from '#contract/transfers/file-name.ts'
import type { PickedFile } from '../pick-files.ts'

/** Fields of a form, without those that have no value. */
export function fieldsOf(values: Readonly<Record<string, string | undefined>>) {
  return Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]))
}

/** Parts of a form with files. Files in folders come first: the server gives each path to the next file of its name. */
export function partsOf(picked: readonly PickedFile[], call: 'uploadMultiple' | 'uploadStream'): FormPart[] {
  return picked
    .toSorted((a, b) => Number(a.folder === '') - Number(b.folder === ''))
    .flatMap(({ file, folder }) => {
      const filename = safeFileName(file.name)
      const path = safePath(folder)
      return [
        ...(folder === '' ? [] : [{ name: `folderPath_${filename}`, value: path }]),
        { name: `modifiedAt_${filename}`, value: modifiedAt(file) },
        { name: call === 'uploadMultiple' ? 'files' : 'file', file, filename },
      ]
    })
}
