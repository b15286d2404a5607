import { safeFileName } from '#contract/transfers/file-name.ts'
import { lengths } from '#contract/transfers/limits.ts'
import { deepestFolder } from '../../unique-path.ts'

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
    .map((name) => (/^[. ]*$/.test(name) ? '_' : safeFileName(name)))
  const name = names.at(-1) ?? '_'
  const folders = names.slice(0, -1)
  const clean = folders.map((folder) => `${folder}/`).join('') + name
  return names.length > deepestFolder || clean.length - name.length > lengths.folderPath ? name : clean
}
