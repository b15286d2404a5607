import type { FormPart } from '#client/multipart-body.ts'
import { callFor, partsOf } from '#client/transfers/form-parts.ts'
import { safeFileName } from '#contract/transfers/file-name.ts'
import { UsageError } from '../../command.ts'
import { pickFiles } from '../pick-files.ts'
import { type FormBody, formOfFiles, formOfStream } from './form-body.ts'

/** Content to upload, not read yet. */
export type Content = {
  readonly call: 'uploadMultiple' | 'uploadStream'
  /** Bytes of the files; undefined for standard input, which can be sent once. */
  readonly size: number | undefined
  /** Makes a form of it and these fields, with the times of its files where the service takes them. */
  form(fields: readonly FormPart[], withTimes: boolean): FormBody
}

/**
 * Picks the files and folders at paths, or standard input.
 * @param filename name of what comes from standard input
 * @throws UsageError; see pickFiles
 */
export async function pickContent(paths: readonly string[], filename: string | undefined): Promise<Content> {
  if (paths.includes('-')) {
    if (paths.length > 1) throw new UsageError("Standard input can't be sent together with files.")
    const name = safeFileName(filename ?? 'stdin')
    return {
      call: 'uploadStream',
      size: undefined,
      form: (fields) => formOfStream(fields, name, process.stdin),
    }
  }
  if (filename !== undefined) throw new UsageError('--filename works only with standard input.')
  const picked = await pickFiles(paths)
  const call = callFor(picked)
  return {
    call,
    size: picked.reduce((sum, { file }) => sum + file.size, 0),
    form: (fields, withTimes) => formOfFiles(fields, partsOf(picked, call, withTimes)),
  }
}
