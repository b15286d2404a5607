import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'

/** Set where the program is one file, such as in the package. */
declare const RESTANTE_VERSION: string | undefined

/** Version of this program. */
export function programVersion(): string {
  if (typeof RESTANTE_VERSION === 'string') return RESTANTE_VERSION
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return z.object({ version: z.string() }).parse(JSON.parse(text)).version
}
