import { safeFileName } from '#contract/transfers/file-name.ts'
import { lengths } from '#contract/transfers/limits.ts'
import { deepestFolder } from '#server/transfers/zip/unique-path.ts'

/**
 * The path of a member as a foreign archive names it, made harmless: relative, without `..`, drives and characters that no
 * name may have. It can stand in an archive of ours.
 */
export function cleanPath(path: string): string {
  const names = path
    .replaceAll('\\', '/')
    .replace(/^(?:[A-Za-z]:)+/, '')
    .split('/')
    .filter((name) => name !== '' && name !== '.' && name !== '..')
    .map(safeFileName)
    .map((name) => (/^[. ]*$/.test(name) ? '_' : name))
  const name = names.at(-1) ?? '_'
  const folders = names.slice(0, -1)
  const isTooLong = names.length > deepestFolder || folders.join('/').length > lengths.folderPath
  // A drive may have come to the front by what was left out before it.
  return (isTooLong ? name : [...folders, name].join('/')).replace(/^([A-Za-z]):/, '$1_')
}
