import { formLimits, lengths, maxFiles } from '#contract/limits.ts'
import { Failure } from '#server/platform/failure.ts'

const folderPrefix = 'folderPath_'

/**
 * The text fields of an upload form. `folderPath_<filename>` names the folder of a file that comes after it; where several
 * files have one name, the first such field belongs to the first of them, and so on.
 */
export type FormFields = {
  /** Takes a field. @throws Failure VALIDATION_ERROR, FORM_TOO_LARGE */
  take(name: string, value: string): void
  /** All but the folder paths, by name. */
  readonly options: Readonly<Record<string, string>>
  /** The folder of the next file of this name; empty when none was given. */
  folderOf(filename: string): string
  /** The form is complete. @throws Failure VALIDATION_ERROR for a folder path whose file did not come after it */
  end(): void
}

export function createFormFields(): FormFields {
  const options: Record<string, string> = Object.create(null)
  const folders = new Map<string, string[]>()
  let optionCount = 0
  let folderCount = 0

  function takeFolder(filename: string, value: string) {
    folderCount += 1
    if (folderCount > maxFiles)
      throw new Failure('FORM_TOO_LARGE', { details: 'there are too many folder paths' })
    if (value.length > lengths.folderPath)
      throw new Failure('VALIDATION_ERROR', { details: 'folderPath: a path is too long' })
    const waiting = folders.get(filename)
    if (waiting) waiting.push(value)
    else folders.set(filename, [value])
  }
  return {
    options,
    take(name, value) {
      if (name.startsWith(folderPrefix)) return takeFolder(name.slice(folderPrefix.length), value)
      optionCount += 1
      if (optionCount > formLimits.fields)
        throw new Failure('FORM_TOO_LARGE', { details: 'there are too many fields' })
      if (Object.hasOwn(options, name))
        throw new Failure('VALIDATION_ERROR', { details: `${name}: sent twice` })
      options[name] = value
    },
    folderOf(filename) {
      const waiting = folders.get(filename)
      const folder = waiting?.shift() ?? ''
      if (waiting?.length === 0) folders.delete(filename)
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
