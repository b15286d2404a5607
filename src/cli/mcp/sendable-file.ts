import { realpath, stat } from 'node:fs/promises'
import { parse, relative, resolve, sep } from 'node:path'
import { UsageError } from '../command.ts'

/** Finds the folder whose files can be sent. @returns its path without symbolic links @throws UsageError */
export async function openFolder(given: string | undefined): Promise<string> {
  const folder = await realpath(given ?? '.').catch(() => undefined)
  if (folder === undefined || !(await stat(folder)).isDirectory())
    throw new UsageError(`Not a folder: ${given ?? '.'}`)
  if (folder === parse(folder).root)
    throw new UsageError('Name the folder whose files can be sent with --folder.')
  return folder
}

/**
 * Finds a file that can be sent: one in the folder, after all symbolic links, and neither hidden nor in a hidden folder of it.
 * @param path absolute, or relative to the folder
 * @throws UsageError, with the same sentence for a file elsewhere whether or not it exists
 */
export async function sendableFile(folder: string, path: string): Promise<string> {
  const file = await realpath(resolve(folder, path)).catch(() => undefined)
  const steps = file === undefined ? [] : relative(folder, file).split(sep)
  const isInside = steps.length > 0 && !steps.some((step) => step === '' || step.startsWith('.'))
  if (file === undefined || !isInside || parse(relative(folder, file)).root !== '')
    throw new UsageError(`There is no file ${path} that can be sent from ${folder}.`)
  if (!(await stat(file)).isFile()) throw new UsageError(`${path} is not a file.`)
  return file
}
