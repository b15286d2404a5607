import { safePath } from '#contract/transfers/file-name.ts'
import { lengths } from '#contract/transfers/limits.ts'
import { deepestFolder } from '#server/transfers/zip/unique-path.ts'

/**
 * The path of a member as a foreign archive names it, made harmless: relative, without `..`, drives and characters that no
 * name may have. It can stand in an archive of ours.
 */
export function cleanPath(path: string): string {
  const names = safePath(path.replaceAll('\\', '/').replace(/^(?:[A-Za-z]:)+/, '')).split('/')
  const name = names.at(-1) || '_'
  const folders = names.slice(0, -1)
  const isTooLong = names.length > deepestFolder || folders.join('/').length > lengths.folderPath
  return isTooLong ? name : [...folders, name].join('/')
}
