import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { UsageError } from '../command.ts'

/**
 * Reads a password from standard input: one line, without the line break that echo and editors add. Secrets are never taken
 * from the command line, which every process on the machine can read.
 * @throws UsageError for no line or several, which a password field could not hold
 */
export async function readSecretFromInput(): Promise<string> {
  return withoutLineBreak(await text(process.stdin), 'standard input')
}

/** Reads a password from a file. @throws UsageError */
export async function readSecretFromFile(path: string): Promise<string> {
  const content = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new UsageError(`Can't read ${path}.`, { cause })
  })
  return withoutLineBreak(content, path)
}

/**
 * Reads the password that the options of a command name.
 * @returns undefined for none
 * @throws UsageError
 */
export async function readPassword(values: {
  readonly 'password-stdin'?: boolean
  readonly 'password-file'?: string
}): Promise<string | undefined> {
  const path = values['password-file']
  if (values['password-stdin'] && path !== undefined)
    throw new UsageError('Use either --password-stdin or --password-file.')
  if (values['password-stdin']) return readSecretFromInput()
  return path === undefined ? undefined : readSecretFromFile(path)
}

function withoutLineBreak(content: string, from: string): string {
  const secret = content.replace(/\r?\n$/, '')
  if (secret === '') throw new UsageError(`Nothing was given in ${from}.`)
  if (/[\r\n]/.test(secret)) throw new UsageError(`Only one line is expected in ${from}.`)
  return secret
}
