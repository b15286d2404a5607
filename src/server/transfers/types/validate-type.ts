import { Failure } from '#server/platform/failure.ts'
import { extensionsOf } from './extensions-of.ts'
import { contradictsExtension } from './known-formats.ts'
import { programType } from './program-type.ts'

/** Extensions in lower case without a dot. */
type Types = {
  /** The only types that are taken; undefined for all. */
  readonly allowed: readonly string[] | undefined
  readonly dangerous: readonly string[]
}

/**
 * Validates a file by its name and its first bytes.
 * @throws Failure DANGEROUS_FILE_TYPE for what is dangerous by either, UNSUPPORTED_FILE_TYPE where there is a list of allowed
 *   types and the name is not on it, or the bytes are not what it says
 */
export function validateType(filename: string, head: Uint8Array, { allowed, dangerous }: Types): void {
  const extensions = extensionsOf(filename)
  const program = programType(head)
  const types = program === undefined ? extensions : [...extensions, program]
  if (types.some((type) => dangerous.includes(type)))
    throw new Failure('DANGEROUS_FILE_TYPE', { details: filename })
  if (!allowed) return
  const [own = ''] = extensions
  if (!allowed.includes(own) || contradictsExtension(own, head))
    throw new Failure('UNSUPPORTED_FILE_TYPE', { details: filename, supportedTypes: allowed })
}
