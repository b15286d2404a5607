import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ApiError } from '#client/api-error.ts'
import { errors } from '#contract/errors.ts'
import { exitCodes, type Trouble, UsageError } from './command.ts'

/** Messages that leave the reason to the details. */
const unsaid: ReadonlySet<string> = new Set([errors.VALIDATION_ERROR.message, errors.BAD_REQUEST.message])

/** Describes an error that a command threw. @param name of the command */
export function troubleOf(error: unknown, name: string): Trouble {
  if (error instanceof UsageError) return usageTrouble(error.message)
  if (error instanceof ApiError && error.code === 'API_KEY_REFUSED')
    return { code: error.code, message: keyRefusal(error), exitCode: exitCodes.failed }
  if (error instanceof ApiError) return refusalTrouble(error)
  if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
    return usageTrouble(misuseOf(String(error.code), error.message, name))
  // An error of the operating system names its cause and place; a stack would add nothing.
  if (error instanceof Error && 'syscall' in error)
    return { code: 'SYSTEM_ERROR', message: error.message, exitCode: exitCodes.failed }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { code: 'INTERNAL_ERROR', message, exitCode: exitCodes.failed }
}

export function usageTrouble(message: string): Trouble {
  return { code: 'USAGE', message, exitCode: exitCodes.usage }
}

/** Describes a refusal with a code of the contract. */
export function refusalTrouble({
  code,
  message,
  details = '',
}: {
  readonly code: string
  readonly message: string
  readonly details?: string | undefined
}): Trouble {
  // The details follow: no sentence has to point at them.
  const sentence = unsaid.has(message)
    ? 'The service rejected this.'
    : message.replace(/ `details` [^.]*\./, '')
  return { code, message: `${sentence} ${details}`.trimEnd(), exitCode: exitCodes.failed }
}

/**
 * Names the option and the path that can't be written, and why.
 * @param option that named the path, or could have named another
 */
export function unwritable(option: string, path: string, cause: unknown): UsageError {
  return new UsageError(`${option}: can't write ${path}: ${whyUnwritable(path, cause)}`, { cause })
}

function whyUnwritable(path: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EISDIR' || /[/\\]$/.test(path)) return 'it names a folder, not a file.'
  if (code === 'ENOTDIR' || code === 'EEXIST') return 'a file stands where a folder has to be.'
  if (code === 'EACCES' || code === 'EPERM') return 'this user may not.'
  if (code === 'EROFS') return 'the disk is read-only.'
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full.'
  if (code === 'ENAMETOOLONG') return 'the name is too long for this disk.'
  const folder = dirname(path)
  if (code === 'ENOENT' && !statSync(folder, { throwIfNoEntry: false }))
    return `there is no folder ${folder}.`
  return cause instanceof Error ? cause.message : String(cause)
}

/** Names the scope that a key lacks. Keys keep their scopes, so that takes another key. */
function keyRefusal({ message, details }: ApiError): string {
  const scope = /^scope: (\S+)$/.exec(details ?? '')?.[1]
  if (scope === undefined) return `${message} Sign in with --sign-in instead.`
  return `Your API key lacks the scope ${scope}. Create a key with it in your profile, and save that with restante login.`
}

/** Rewrites errors of Node's `parseArgs`, which address the programmer. */
function misuseOf(code: string, message: string, name: string): string {
  const [, word = ''] = /'(?:-\w, )?(.+?)(?: <value>)?'/.exec(message) ?? []
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return message.includes('does not take an argument')
      ? `${word} takes no value.`
      : `${word} needs a value. One that begins with a dash is given as ${word}=-x.`
  const what = code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' ? 'Unknown option' : 'Unexpected argument'
  return `${what}: ${word}. Run restante ${name} --help for details.`
}
