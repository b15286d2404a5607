import { readFileSync, statSync } from 'node:fs'
import type { Option } from './option-values.ts'
import { StartRefused } from './start-refused.ts'

type Environment = Readonly<Record<string, string | undefined>>

const maxSecretBytes = 64 * 1024

/**
 * The texts of the options, of an environment that gives those with `fromFile` as a file named by `NAME_FILE` or as they are.
 * The blanks around the text of a file are none of its secret. Empty values count as absent.
 * @throws StartRefused naming the option whose file cannot be used, and never what it holds
 */
export function readTexts(options: Readonly<Record<string, Option>>, environment: Environment) {
  return new Map(
    Object.entries(options).flatMap(([name, option]) => {
      const text = textOf(name, option, environment)
      return text ? [[name, text]] : []
    }),
  )
}

function textOf(name: string, option: Option, environment: Environment): string | undefined {
  const text = environment[name]
  const path = option.fromFile ? environment[`${name}_FILE`] : undefined
  if (!path) return text
  if (text) throw new StartRefused(`${name} and ${name}_FILE cannot both be set.`)
  return readSecret(`${name}_FILE`, path)
}

function readSecret(name: string, path: string): string {
  let secret: string
  try {
    const file = statSync(path)
    if (!file.isFile()) throw new StartRefused(`${name} has to name a file: ${path} is none.`)
    if (file.size > maxSecretBytes) throw new StartRefused(`${name} names a file of more than 64 KB: ${path}`)
    secret = readFileSync(path, 'utf8').trim()
  } catch (error) {
    if (error instanceof StartRefused) throw error
    throw new StartRefused(`${name} names a file that ${reasonOf(error)}: ${path}`, { cause: error })
  }
  if (secret === '') throw new StartRefused(`${name} names an empty file: ${path}`)
  return secret
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR' ? 'does not exist' : 'this user cannot read'
}
