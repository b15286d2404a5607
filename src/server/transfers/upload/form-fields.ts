import * as z from 'zod/mini'
import { safeFileName, safePath } from '#contract/transfers/file-name.ts'
import { formLimits, lengths, MIB, maxFiles } from '#contract/transfers/limits.ts'
import { Failure } from '#server/platform/failure.ts'

/** Prefixes of fields about a file that comes after them: the rest of the field's name is that of the file. */
const fileFields = ['folderPath_', 'modifiedAt_'] as const
type FileField = (typeof fileFields)[number]
/** Bytes that the fields of one form may take while they wait for its files, two for each character and what holds them. */
const maxWaiting = { bytes: 8 * MIB, perField: 64 }

/** The earliest time that a ZIP can hold; file systems give it to files whose time they do not know. */
const earliest = Date.UTC(1980, 0, 1)
/** How far ahead of this server the clock of a sender may be. */
const ahead = 24 * 60 * 60_000

const sentTime = z.iso.datetime()

/**
 * The text fields of an upload form. `folderPath_<filename>` names the folder of a file that comes after it, `modifiedAt_<filename>`
 * the time when it was modified; where several files have one name, the first such field belongs to the first of them, and so on.
 */
type FormFields = {
  /** Takes a field. @throws Failure VALIDATION_ERROR, FORM_TOO_LARGE */
  take(name: string, value: string): void
  /** All but those of single files, by name. */
  readonly options: Readonly<Record<string, string>>
  /** How many of them have come, so that they need not be read again when there is no other. */
  readonly optionCount: number
  /** Value of such a field for the next file of this name; empty when none was given. */
  next(field: FileField, filename: string): string
  /** The form is complete. @throws Failure VALIDATION_ERROR for a field whose file did not come after it */
  end(): void
}

export function createFormFields(): FormFields {
  const options: Record<string, string> = Object.create(null)
  /** Values of each field of files, for the files of one name in their order, and how many of these have come. */
  const waitingFields = new Map<string, { values: string[]; used: number }>()
  let optionCount = 0
  let fileFieldCount = 0
  let waitingBytes = 0

  function sizeOf(name: string, value: string): number {
    return maxWaiting.perField + 2 * (name.length + value.length)
  }
  function takeFileField(field: FileField, name: string, value: string) {
    fileFieldCount += 1
    if (fileFieldCount > fileFields.length * maxFiles)
      throw new Failure('FORM_TOO_LARGE', { details: 'there are too many fields of files' })
    if (value.length > lengths.folderPath) throw tooLong(name.slice(field.length))
    const waiting = waitingFields.get(name)
    if (waiting) waiting.values.push(value)
    else waitingFields.set(name, { values: [value], used: 0 })
  }
  return {
    options,
    get optionCount() {
      return optionCount
    },
    take(name, value) {
      waitingBytes += sizeOf(name, value)
      // guard: bytes of all fields -> tests/http/hostile/bad-input.test.ts "megabytes of them"
      if (waitingBytes > maxWaiting.bytes)
        throw new Failure('FORM_TOO_LARGE', { details: 'the fields together are too long' })
      const field = fileFields.find((prefix) => name.startsWith(prefix))
      if (field) return takeFileField(field, name, value)
      optionCount += 1
      // guard: number of fields -> tests/http/hostile/bad-input.test.ts "201 fields"
      if (optionCount > formLimits.fields)
        throw new Failure('FORM_TOO_LARGE', { details: 'there are too many fields' })
      if (Object.hasOwn(options, name))
        throw new Failure('VALIDATION_ERROR', { details: `${name}: sent twice` })
      options[name] = value
    },
    next(field, filename) {
      const name = field + filename
      const waiting = waitingFields.get(name)
      const value = waiting?.values[waiting.used]
      if (waiting === undefined || value === undefined) return ''
      waitingBytes -= sizeOf(name, value)
      waiting.used += 1
      if (waiting.used === waiting.values.length) waitingFields.delete(name)
      return value
    },
    end() {
      for (const name of waitingFields.keys())
        throw new Failure('VALIDATION_ERROR', { details: `${name}: it has to come before its file` })
    },
  }
}

function tooLong(filename: string): Failure {
  return invalid(
    `${safeFileName(filename)}: The path of its folder is longer than ${lengths.folderPath} characters.`,
  )
}

/**
 * The name of a file, by all ways of upload: its sender's, made safe.
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

/**
 * When a file was modified, as its sender says: a time such as 2026-11-21T08:00:00Z, or nothing. A time that cannot be, before
 * 1980 or after tomorrow, counts as nothing.
 * @returns milliseconds since 1970
 * @throws Failure VALIDATION_ERROR for what is no time
 */
export function readModified(text: string, filename: string, now: number): number | undefined {
  if (text === '') return undefined
  const time = sentTime.safeParse(text)
  if (!time.success)
    throw new Failure('VALIDATION_ERROR', {
      message: `Invalid file. The time of ${filename} has to be one such as 2026-11-21T08:00:00Z.`,
    })
  const modified = Date.parse(time.data)
  return modified >= earliest && modified <= now + ahead ? modified : undefined
}

/** The media type as the sender names it, without parameters; shown to people, never sent as a content type. */
export function plainType(mimeType: string | undefined): string {
  const type = mimeType?.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(type) ? type : 'application/octet-stream'
}

/** The refusal of a file beside another one that came by itself. */
export function wrongField(): Failure {
  return new Failure('VALIDATION_ERROR', {
    message: 'Invalid file. Several files and folders belong in the field "files".',
  })
}
