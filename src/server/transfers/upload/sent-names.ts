import { safeFileName, safePath } from '#contract/transfers/file-name.ts'
import { Failure } from '#server/platform/failure.ts'

/**
 * The name that a file gets, by whatever way it comes: what its sender calls it, made safe.
 * @throws Failure VALIDATION_ERROR for none, and for what names a folder
 */
export function readFileName(name: string): string {
  if (name === '') throw invalid('The file has no name.')
  if (name === '.' || name === '..') throw invalid(`A file can't be called "${name}".`)
  // guard: names as they are kept -> tests/http/uploads/names.test.ts "is taken in every way"
  //   safeFileName(name) becomes name
  return safeFileName(name)
}

/**
 * The path of a file in an archive: the folder that its sender names, made safe, and its name.
 * @param filename as readFileName gives it
 * @throws Failure VALIDATION_ERROR for a folder that leads out of what was sent
 */
export function readPath(folder: string, filename: string): string {
  if (folder === '') return filename
  // guard: folders that lead elsewhere -> tests/http/uploads/several-files.test.ts "folders that lead elsewhere"
  if (folder.split('/').includes('..')) throw invalid(`The folder of "${filename}" has ".." in it.`)
  const path = safePath(folder)
  return path === '' ? filename : `${path}/${filename}`
}

/** @param problem a sentence that names the file, where there may be others */
export function invalid(problem: string, cause?: unknown): Failure {
  return new Failure('VALIDATION_ERROR', { message: `Invalid file. ${problem}`, cause })
}
