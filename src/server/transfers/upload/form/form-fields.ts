import { safeFileName } from '#contract/transfers/file-name.ts'
import { formLimits, lengths, MIB, maxFiles } from '#contract/transfers/limits.ts'
import { Failure } from '#server/platform/failure.ts'
import { invalid } from '../sent-names.ts'

const folderPrefix = 'folderPath_'
/** Bytes that the fields of one form may take while they wait for its files, two for each character and what holds them. */
const maxWaiting = { bytes: 8 * MIB, perField: 64 }

/**
 * The text fields of an upload form. `folderPath_<filename>` names the folder of a file that comes after it; where several
 * files have one name, the first such field belongs to the first of them, and so on.
 */
export type FormFields = {
  /** Takes a field. @throws Failure VALIDATION_ERROR, FORM_TOO_LARGE */
  take(name: string, value: string): void
  /** All but the folder paths, by name. */
  readonly options: Readonly<Record<string, string>>
  /** How many of them have come, so that they need not be read again when there is no other. */
  readonly optionCount: number
  /** The folder of the next file of this name; empty when none was given. */
  folderOf(filename: string): string
  /** The form is complete. @throws Failure VALIDATION_ERROR for a folder path whose file did not come after it */
  end(): void
}

export function createFormFields(): FormFields {
  const options: Record<string, string> = Object.create(null)
  /** The folders of the files of one name in their order, and how many of them have come. */
  const folders = new Map<string, { values: string[]; used: number }>()
  let optionCount = 0
  let folderCount = 0
  let waitingBytes = 0

  function sizeOf(name: string, value: string): number {
    return maxWaiting.perField + 2 * (name.length + value.length)
  }
  function takeFolder(filename: string, value: string) {
    folderCount += 1
    if (folderCount > maxFiles)
      throw new Failure('FORM_TOO_LARGE', { details: 'there are too many folder paths' })
    if (value.length > lengths.folderPath)
      throw invalid(
        `${safeFileName(filename)}: The path of its folder is longer than ${lengths.folderPath} characters.`,
      )
    const waiting = folders.get(filename)
    if (waiting) waiting.values.push(value)
    else folders.set(filename, { values: [value], used: 0 })
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
      if (name.startsWith(folderPrefix)) return takeFolder(name.slice(folderPrefix.length), value)
      optionCount += 1
      // guard: number of fields -> tests/http/hostile/bad-input.test.ts "201 fields"
      if (optionCount > formLimits.fields)
        throw new Failure('FORM_TOO_LARGE', { details: 'there are too many fields' })
      if (Object.hasOwn(options, name))
        throw new Failure('VALIDATION_ERROR', { details: `${name}: sent twice` })
      options[name] = value
    },
    folderOf(filename) {
      const waiting = folders.get(filename)
      const folder = waiting?.values[waiting.used]
      if (waiting === undefined || folder === undefined) return ''
      waitingBytes -= sizeOf(folderPrefix + filename, folder)
      waiting.used += 1
      if (waiting.used === waiting.values.length) folders.delete(filename)
      return folder
    },
    end() {
      for (const filename of folders.keys()) {
        throw new Failure('VALIDATION_ERROR', {
          details: `folderPath_${filename}: it has to come before its file`,
        })
      }
    },
  }
}
